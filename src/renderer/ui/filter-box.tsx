import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { cx } from './class-names.ts';
import field from './field.module.css';
import styles from './filter-box.module.css';
import type { FilterBoxProps } from './filter-list.tsx';
import { later, UntilFocusMoves } from './later.tsx';
import { Cut, Note } from './layout.tsx';

const FilterList = later(async () => (await import('./filter-list.tsx')).FilterList, UntilFocusMoves);

/** A filter of any number of values: its button says what passes, and opens a list of checkboxes with a search. */
export function FilterBox(props: FilterBoxProps) {
  const { label, summary, values } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false); // from then on it stays: it closes by itself
  return (
    <>
      <Button
        ref={button}
        className={cx(field.box, field.opens, styles.button, values.length > 0 && styles.narrowed)}
        aria-label={`${label}: ${summary}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => {
          setWasOpened(true);
          setOpen(true);
        }}
      >
        <Note as="span">{label}</Note>
        <Cut title={summary}>{summary}</Cut>
        <ChevronDown aria-hidden />
      </Button>
      {wasOpened && <FilterList {...props} at={button} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
