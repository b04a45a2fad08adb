import { X } from 'lucide-react';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAskedTour } from '../data/asked.ts';
import { useChangePreferences } from '../data/preferences.ts';
import { useTranslation } from '../messages/language.ts';
import { pathTo } from '../routes.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card, Note, Row } from '../ui/layout.tsx';
import { useUiWords } from '../ui/words.tsx';
import styles from './tour.module.css';

const link = (address: string) => `[data-region="navigation"] a[href="#${address}"]`;

/** What each step points at. Where that is not in the window, the step stands at its lower edge. */
const steps = [
  { id: 'connection', target: '[data-region="environment"]' },
  { id: 'search', target: '[data-region="environment"] button[aria-haspopup="dialog"]' },
  { id: 'staging', target: link(pathTo('audits')) },
  { id: 'plans', target: link(pathTo('activity')) },
] as const;

const cardWidth = 340; // as in the style sheet
const gap = 12;

/**
 * Four steps that point at what the app is built around. The window stays usable beside it. A person has asked for it, so it takes the focus.
 */
export function Tour() {
  const change = useChangePreferences();
  const { t } = useTranslation('tour');
  const { t: commands } = useTranslation('commands');
  const words = useUiWords();
  const card = useRef<HTMLElement>(null);
  const [at, setAt] = useState(0);
  const step = steps[at] ?? steps[0];
  const target = useTarget(step.target);
  const isLast = at === steps.length - 1;
  const onEnd = () => {
    useAskedTour.setState({ isAsked: false });
    void change({ tourSeen: true });
  };
  useEffect(() => {
    card.current?.focus();
  }, []);
  return (
    <>
      {target !== null && <div aria-hidden className={styles.ring} style={boxOf(target)} />}
      <Card
        as="section"
        gap="2"
        ref={card}
        className={styles.card}
        style={placeOf(target)}
        aria-label={t('title')}
        data-region="tour"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEnd();
        }}
      >
        <Row apart>
          <Note as="span">{t('count', { at: at + 1, of: steps.length })}</Note>
          <IconButton label={words.close} icon={<X aria-hidden />} onPress={onEnd} />
        </Row>
        <div role="status">
          <h2>{t(`step.${step.id}.title`)}</h2>
          <p>{t(`step.${step.id}.text`)}</p>
        </div>
        <Row className={styles.actions}>
          {at > 0 && <Button onPress={() => setAt(at - 1)}>{commands('titles.back')}</Button>}
          <Button variant="primary" onPress={() => (isLast ? onEnd() : setAt(at + 1))}>
            {t(isLast ? 'parts:state.done' : 'next')}
          </Button>
        </Row>
      </Card>
    </>
  );
}

/** Where an element is in the window; null where it is not, or not to be seen. */
function useTarget(selector: string): DOMRect | null {
  const [place, setPlace] = useState<DOMRect | null>(null);
  useLayoutEffect(() => {
    const look = (): void => {
      const found = document.querySelector(selector)?.getBoundingClientRect() ?? null;
      setPlace(found === null || found.width === 0 || found.height === 0 ? null : found);
    };
    look();
    // The window, its size and a sidebar that opens or closes.
    const observer = new ResizeObserver(look);
    for (const region of document.querySelectorAll('[data-region]')) observer.observe(region);
    return () => observer.disconnect();
  }, [selector]);
  return place;
}

function boxOf({ left, top, width, height }: DOMRect): CSSProperties {
  return { left, top, width, height };
}

/** Beside what it points at where there is room, else below it, and always within the window. */
function placeOf(target: DOMRect | null): CSSProperties {
  if (target === null) return { insetInlineEnd: gap, bottom: gap * 4 };
  const isBeside = target.right + gap + cardWidth + gap <= innerWidth;
  const left = isBeside ? target.right + gap : target.left + gap;
  const top = isBeside ? target.top : target.bottom + gap;
  return {
    left: Math.max(gap, Math.min(left, innerWidth - cardWidth - gap)),
    top: `max(${gap}px, min(${top}px, 100vh - 260px))`,
  };
}
