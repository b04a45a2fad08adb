import styles from './tag.module.css';

/** A word that sets a thing apart from others of its kind. */
export function Tag({ word }: { readonly word: string }) {
  return <span className={styles.tag}>{word}</span>;
}
