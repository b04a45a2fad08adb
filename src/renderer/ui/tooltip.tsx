import type { ReactElement } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { cx } from './class-names.ts';
import styles from './tooltip.module.css';

interface Props {
  readonly text: string;
  /** One focusable element of the page's own, with a role. */
  readonly children: ReactElement<{ readonly tabIndex?: number }, string>;
}

/** Explains an element that is no button of ours; buttons bring their own. Never the only place of a fact. */
export function Tooltip({ text, children }: Props) {
  return (
    <TooltipTrigger delay={400} closeDelay={0}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className={cx(styles.tooltip)} offset={4}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
