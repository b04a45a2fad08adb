import { type CalendarDate, parseDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { DatePicker } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { I18nProvider, useLocale } from 'react-aria-components/I18nProvider';
import { Popover } from 'react-aria-components/Popover';
import { cx } from './class-names.ts';
import styles from './date-field.module.css';
import field from './field.module.css';
import { FieldFoot, FieldHead, type FieldProps, fieldRoot } from './field.tsx';
import { given } from './given.ts';
import { announce } from './live-region.tsx';
import { useUiWords } from './words.tsx';

export interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or the empty text while there is no whole date. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A day of the calendar, typed, picked, or pasted as people write it. It is never a moment in time and knows no time zone. */
export function DateField(props: DateFieldProps) {
  const { locale } = useLocale();
  // In English `01/02/2026` is two days: there it is written as everywhere else in the app, year first.
  return (
    <I18nProvider locale={locale.startsWith('en') ? 'en-CA' : locale}>
      <Picker {...props} />
    </I18nProvider>
  );
}

function Picker(asked: DateFieldProps) {
  const { value, onBlur } = asked;
  const words = useUiWords();
  const entry = useEntry(asked);
  const props = { ...asked, error: [entry.fault, asked.error].filter(Boolean).join('\n') || undefined };
  return (
    <DatePicker
      {...given(fieldRoot(props))}
      {...given({ onBlur, autoFocus: props.autoFocus })}
      granularity="day"
      shouldForceLeadingZeros
      value={dayIn(value)}
      onChange={entry.onChange}
    >
      <FieldHead {...props} />
      <Group className={cx(field.box, styles.box)} {...entry.group}>
        <DateInput className={cx(styles.input)}>
          {(segment) => <DateSegment segment={segment} className={cx(styles.segment)} />}
        </DateInput>
        <Button className={cx(field.inside)} aria-label={words.openCalendar}>
          <CalendarDays aria-hidden />
        </Button>
      </Group>
      <FieldFoot {...props} />
      <Popover className={cx(field.popover)} offset={2} placement="bottom start">
        <Dialog className={cx(styles.dialog)}>
          <Calendar className={cx(styles.calendar)}>
            <header className={styles.head}>
              <Button slot="previous" className={cx(field.inside)} aria-label={words.previousMonth}>
                <ChevronLeft aria-hidden />
              </Button>
              <CalendarHeading className={cx(styles.heading)} />
              <Button slot="next" className={cx(field.inside)} aria-label={words.nextMonth}>
                <ChevronRight aria-hidden />
              </Button>
            </header>
            <CalendarGrid className={cx(styles.grid)}>
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className={cx(styles.weekday)}>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => <CalendarCell date={date} className={cx(styles.day)} />}
              </CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

/** What is typed and pasted, as a day or with the reason why it is none: nothing is ignored, and nothing put right unsaid. */
function useEntry({ onChange }: DateFieldProps) {
  const words = useUiWords();
  const { locale } = useLocale();
  const [fault, setFault] = useState<string | null>(null);
  const typed = useRef('');
  const impossible = useRef<string | null>(null);
  const enter = (text: string): void => {
    const read = typedDay(text, !locale.startsWith('en'));
    const said = 'day' in read ? null : `${read.text}: ${words[faultWords[read.fault]]}`;
    setFault(said);
    if (said !== null) announce(said);
    onChange('day' in read ? read.day : '');
  };
  return {
    fault,
    onChange: (day: CalendarDate | null) => {
      const text = impossible.current;
      impossible.current = null;
      if (text !== null)
        enter(text); // the library would have made it a day nearby
      else {
        setFault(null);
        onChange(day === null ? '' : day.toString());
      }
    },
    group: {
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        typed.current = typedSoFar(typed.current, event.key);
        const whole = wholeDay(typed.current);
        if (whole === null) return;
        event.preventDefault();
        event.stopPropagation(); // its digits are not those of the part that they were typed into
        typed.current = '';
        enter(whole);
      },
      onPointerDownCapture: () => {
        typed.current = '';
      },
      onBlurCapture: (event: FocusEvent) => {
        const to = event.relatedTarget;
        // From part to part nothing is over; the button of the calendar is no part.
        if (to instanceof Element && to.role === 'spinbutton' && event.currentTarget.contains(to)) return;
        typed.current = '';
        const shown = shownDay(event.currentTarget);
        impossible.current = shown === null || dayIn(shown) !== null ? null : shown;
      },
      onPaste: (event: ClipboardEvent) => {
        const pasted = event.clipboardData.getData('text/plain').trim();
        event.preventDefault();
        if (pasted !== '') enter(pasted);
      },
    },
  };
}

const faultWords = {
  'not-in-calendar': 'notInCalendar',
  'two-days': 'twoDays',
  unreadable: 'noDay',
} as const;

/** The day that the parts of a field show, be it in the calendar or not; null while one is missing. */
function shownDay(group: Element): string | null {
  const part = (type: string, length: number): string | null =>
    group.querySelector(`[data-type="${type}"]`)?.getAttribute('aria-valuenow')?.padStart(length, '0') ??
    null;
  const [year, month, day] = [part('year', 4), part('month', 2), part('day', 2)];
  return year === null || month === null || day === null ? null : `${year}-${month}-${day}`;
}

/** The day that a text `YYYY-MM-DD` names; null where it is none of the calendar. */
function dayIn(text: string): CalendarDate | null {
  try {
    return text === '' ? null : parseDate(text);
  } catch {
    return null; // what is no day shows as an empty field; the rules say what is wrong with it
  }
}

/** What a typed or pasted text says of a day: which one, or why it says none. */
type TypedDay =
  | { readonly day: string }
  | { readonly fault: 'not-in-calendar' | 'two-days' | 'unreadable'; readonly text: string };

/**
 * Reads a day as people write it: year first, or as `31-12-2026` with dashes, strokes or dots. Where it is not known whether day or
 * month comes first, only what can be nothing else is a day.
 */
export function typedDay(text: string, isDayFirst: boolean): TypedDay {
  const parts = /^(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\6(\d{4}))$/.exec(
    text.trim(),
  );
  if (parts === null) return { fault: 'unreadable', text };
  const [, yearFirst, , month = '', dayLast = '', left = '', , right = '', yearLast = ''] = parts;
  if (yearFirst !== undefined) return dayOf(text, yearFirst, month, dayLast);
  const asDayFirst = dayOf(text, yearLast, right, left);
  const asMonthFirst = dayOf(text, yearLast, left, right);
  if (isDayFirst || !('day' in asMonthFirst)) return asDayFirst;
  if (!('day' in asDayFirst) || asDayFirst.day === asMonthFirst.day) return asMonthFirst;
  return { fault: 'two-days', text };
}

function dayOf(text: string, year: string, month: string, day: string): TypedDay {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return dayIn(written) !== null ? { day: written } : { fault: 'not-in-calendar', text };
}

/** The text so far after a key, for as long as it may become a day that is typed in one go; empty otherwise. */
export function typedSoFar(before: string, key: string): string {
  if (key === 'Shift') return before;
  return /^[\d\-/.]$/.test(key) ? `${before}${key}`.slice(-10) : '';
}

/** The day at the end of a text that is typed in one go, once it is there whole: day, month and four digits of a year. */
export function wholeDay(typed: string): string | null {
  return /^\d{1,2}([-/.])\d{1,2}\1\d{4}$/.test(typed) ? typed : null;
}
