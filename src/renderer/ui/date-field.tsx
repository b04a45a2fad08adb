import { type CalendarDate, parseDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
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
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { useLocale } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { Popover } from 'react-aria-components/Popover';
import { TextField } from 'react-aria-components/TextField';
import { fold } from '../../shared/rules/texts/fold.ts';
import { cx } from './class-names.ts';
import styles from './date-field.module.css';
import field from './field.module.css';
import { FieldFoot, FieldHead, type FieldProps, fieldRoot } from './field.tsx';
import { given } from './given.ts';
import layout from './layout.module.css';
import { Note, Row } from './layout.tsx';
import { announce } from './live-region.tsx';
import { useDates, useUiWords } from './words.tsx';

export interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or the empty text while there is no whole date. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A day of the calendar, typed or pasted as the locale writes it or year first, or picked. What was understood stands beside it in words;
 * what is no day is refused with a sentence. It is never a moment in time and knows no time zone.
 */
export function DateField(asked: DateFieldProps) {
  const words = useUiWords();
  const { locale } = useLocale();
  const entry = useEntry(asked);
  const props = { ...asked, error: [entry.fault, asked.error].filter(Boolean).join('\n') || undefined };
  const day = dayIn(asked.value);
  return (
    <TextField
      {...given(fieldRoot(props))}
      {...given({ autoFocus: props.autoFocus })}
      value={entry.text}
      onChange={entry.type}
      onBlur={entry.leave}
      autoComplete="off"
      spellCheck="false"
    >
      <FieldHead {...props} />
      <Group
        className={cx(field.box, styles.box)}
        isInvalid={props.error !== undefined}
        isDisabled={props.isDisabled ?? false}
      >
        <Input
          className={cx(field.input)}
          placeholder={entry.example}
          onKeyDown={({ key }) => key === 'Enter' && entry.leave()}
        />
        {day !== null && (
          <Note as="span" className={styles.said}>
            {said(day, locale)}
          </Note>
        )}
        <DialogTrigger>
          <Button className={cx(field.inside)} aria-label={words.openCalendar}>
            <CalendarDays aria-hidden />
          </Button>
          <Popover className={cx(field.popover)} offset={2} placement="bottom end">
            <Dialog className={cx(styles.dialog)} aria-label={props.label}>
              {({ close }) => (
                <Month
                  day={day}
                  onPick={(picked) => {
                    entry.pick(picked.toString());
                    close();
                  }}
                />
              )}
            </Dialog>
          </Popover>
        </DialogTrigger>
      </Group>
      <FieldFoot {...props} />
    </TextField>
  );
}

interface MonthProps {
  readonly day: CalendarDate | null;
  readonly onPick: (day: CalendarDate) => void;
}

function Month({ day, onPick }: MonthProps) {
  const words = useUiWords();
  return (
    <Calendar className={cx(styles.calendar)} value={day} onChange={onPick} autoFocus>
      <Row as="header" apart className={styles.head}>
        <Button slot="previous" className={cx(field.inside)} aria-label={words.previousMonth}>
          <ChevronLeft aria-hidden />
        </Button>
        <CalendarHeading className={cx(styles.heading)} />
        <Button slot="next" className={cx(field.inside)} aria-label={words.nextMonth}>
          <ChevronRight aria-hidden />
        </Button>
      </Row>
      <CalendarGrid className={cx(styles.grid)}>
        <CalendarGridHeader>
          {(weekday) => (
            <CalendarHeaderCell className={cx(layout.muted, layout.small)}>{weekday}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className={cx(styles.day)} />}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}

interface Typed {
  readonly text: string;
  /** What the field's value became by it. */
  readonly day: string;
  readonly isLeft: boolean;
}

/** How days are written in figures in this window, and how what is typed is read as one. */
export function useDayWriting() {
  const words = useUiWords();
  const { locale } = useLocale();
  const dates = useDates();
  return useMemo(
    () => ({
      written: (iso: string): string => (dates === 'iso' ? iso : (numeric(iso, locale) ?? iso)),
      /** Null for what is none. */
      read: (text: string): string | null => {
        const read = typedDay(text, locale);
        return 'day' in read ? read.day : null;
      },
      /** A day in words; the text itself where it is none. */
      inWords: (iso: string): string => {
        const day = dayIn(iso);
        return day === null ? iso : said(day, locale);
      },
      isTwofold: isTwofoldDay,
      /** Why a text is no day, in a sentence; null for a day, and for no text. */
      faultOf: (text: string): string | null => {
        const read = typedDay(text, locale);
        if (text.trim() === '' || 'day' in read) return null;
        return words[faultWords[read.fault]]
          .replace('{{day}}', text)
          .replace('{{local}}', numeric(exampleDay, locale) ?? exampleDay)
          .replace('{{iso}}', exampleDay);
      },
    }),
    [words, locale, dates],
  );
}

/** What is typed and pasted, as a day or with the reason why it is none: nothing is ignored, and nothing put right unsaid. */
function useEntry({ value, onChange, onBlur }: DateFieldProps) {
  const { locale } = useLocale();
  const { written, read, faultOf } = useDayWriting();
  const [kept, setTyped] = useState<Typed | null>(null);
  const typed = kept?.day === value ? kept : null; // something else has changed the value since
  const pick = (day: string): void => {
    setTyped(null);
    onChange(day);
  };
  return {
    text: typed?.text ?? written(value),
    fault: typed?.isLeft === true ? faultOf(typed.text) : null,
    example: written(exampleDay),
    pick,
    type: (text: string) => {
      const day = read(text) ?? '';
      setTyped({ text, day, isLeft: false });
      if (day !== value) onChange(day);
    },
    leave: () => {
      const fault = typed === null ? null : faultOf(typed.text);
      const day = dayIn(value);
      if (fault !== null) announce(fault);
      else if (typed !== null && day !== null) announce(said(day, locale));
      setTyped(typed === null || fault === null ? null : { ...typed, isLeft: true });
      onBlur?.();
    },
  };
}

const faultWords = { 'not-in-calendar': 'notInCalendar', unreadable: 'noDay' } as const;
const exampleDay = '2026-12-31';

/** The day that a text `YYYY-MM-DD` names; null where it is none of the calendar. */
function dayIn(text: string): CalendarDate | null {
  try {
    return text === '' ? null : parseDate(text);
  } catch {
    return null; // what is no day is shown as it is; the rules say what is wrong with it
  }
}

/** A day in words, which nobody can read as another: `Thu, Dec 31, 2026`. */
function said(day: CalendarDate, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(day.toDate('UTC'));
}

/** A day in figures as the locale writes it; null for what is none. */
function numeric(iso: string, locale: string): string | null {
  const day = dayIn(iso);
  return day === null ? null : numericFormat(locale).format(day.toDate('UTC'));
}

function numericFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** What a typed or pasted text says of a day: which one, or why it says none. */
type TypedDay = { readonly day: string } | { readonly fault: 'not-in-calendar' | 'unreadable' };

/**
 * Reads a day as people write it: year first, in figures in the order of the locale (with dashes, strokes or dots), or with the month's
 * name in the locale's language. The year has four digits.
 */
export function typedDay(text: string, locale: string): TypedDay {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text.trim());
  if (iso !== null) return dayOf(iso[1], iso[3], iso[4]);
  const local = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text.trim());
  if (local !== null) {
    const [, first, , second, year] = local;
    return isDayFirst(locale) ? dayOf(year, second, first) : dayOf(year, first, second);
  }
  const [name, ...others] = fold(text).match(/\p{L}+/gu) ?? [];
  const month = name === undefined || others.length > 0 ? 0 : monthOf(name, locale);
  const [one = '', other = '', ...more] = text.match(/\d+/g) ?? [];
  const [day, year] = one.length === 4 ? [other, one] : [one, other];
  const isPlain = threeWords.test(text.trim());
  const isWhole = isPlain && month > 0 && more.length === 0 && /^\d{1,2}$/.test(day) && /^\d{4}$/.test(year);
  return isWhole ? dayOf(year, String(month), day) : { fault: 'unreadable' };
}

/** A day, a month's name and a year, with what people write between and behind them: no sign before one of them. */
const threeWords = /^[\p{L}\p{M}\d]+°?(?:(?:[.,]?\s+|[-/.]|)[\p{L}\p{M}\d]+°?){2}\.?$/u;

/** Whether a text in figures names one day where the month goes first, and another where the day does. */
export function isTwofoldDay(text: string): boolean {
  const [, first = '', , second = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2\d{4}$/.exec(text.trim()) ?? [];
  const [one, other] = [Number(first), Number(second)];
  return one !== other && [one, other].every((number) => number >= 1 && number <= 12);
}

function dayOf(year = '', month = '', day = ''): TypedDay {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return dayIn(written) === null ? { fault: 'not-in-calendar' } : { day: written };
}

function isDayFirst(locale: string): boolean {
  const order = numericFormat(locale)
    .formatToParts(0)
    .map(({ type }) => type);
  return order.indexOf('day') < order.indexOf('month');
}

/** The number of the month of a name or of its beginning, of three letters or more; 0 where it is none, or may be two. */
function monthOf(name: string, locale: string): number {
  const found = (['short', 'long'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => index + 1).filter((number) =>
      fold(format.format(Date.UTC(2026, number - 1, 1))).startsWith(name),
    );
  });
  const months = new Set(name.length < 3 ? [] : found);
  return months.size === 1 ? Math.max(...months) : 0;
}
