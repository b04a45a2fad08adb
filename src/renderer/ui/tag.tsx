import styles from './tag.module.css';

/** A word that sets a thing apart from others of its kind; `title` has it at length, where it is short. */
export function Tag({ word, title }: { readonly word: string; readonly title?: string | undefined }) {
  return (
    <span className={styles.tag} title={title}>
      {word}
    </span>
  );
}
