import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { useUiWords } from '../../ui/words.tsx';
import styles from './activity.module.css';

interface Props {
  /** What it is about; another one takes the focus anew. */
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What one row is at length. Its heading takes the focus when it opens. */
export function DetailCard({ id, title, onClose, children }: Props) {
  const words = useUiWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (id !== '') heading.current?.focus({ preventScroll: true });
  }, [id]);
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.cardHead}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label={words.close} icon={<X aria-hidden />} onPress={onClose} />
      </div>
      {children}
    </section>
  );
}
