import { type CalendarDate, parseDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
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
import { useUiWords } from './words.tsx';

export interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or the empty text while there is no whole date. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A day of the calendar, typed, picked, or pasted as `YYYY-MM-DD`. It is never a moment in time and knows no time zone. */
export function DateField(props: DateFieldProps) {
  const { locale } = useLocale();
  // In English `01/02/2026` is two days: there it is written as everywhere else in the app, year first.
  return (
    <I18nProvider locale={locale.startsWith('en') ? 'en-CA' : locale}>
      <Picker {...props} />
    </I18nProvider>
  );
}

function Picker(props: DateFieldProps) {
  const { value, onChange, onBlur } = props;
  const words = useUiWords();
  return (
    <DatePicker
      {...given(fieldRoot(props))}
      {...given({ onBlur, autoFocus: props.autoFocus })}
      granularity="day"
      shouldForceLeadingZeros
      value={dayOf(value)}
      onChange={(day) => onChange(day === null ? '' : day.toString())}
    >
      <FieldHead {...props} />
      <Group
        className={cx(field.box, styles.box)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain').trim();
          if (dayOf(pasted) === null) return;
          event.preventDefault();
          onChange(pasted);
        }}
      >
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

function dayOf(text: string): CalendarDate | null {
  try {
    return text === '' ? null : parseDate(text);
  } catch {
    return null; // what is no day shows as an empty field; the rules say what is wrong with it
  }
}
