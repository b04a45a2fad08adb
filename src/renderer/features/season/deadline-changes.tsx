import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AppError, Reply } from '../../../shared/error.ts';
import type { SeasonChange } from '../../../shared/model/season.ts';
import { groupChange, type Said, seasonGroupOf, stillSo } from '../../../shared/rules/tables/deadlines.ts';
import type { Person } from '../../../shared/rules/tables/known.ts';
import { useUndoable } from '../../data/asked.ts';
import { changeHistory, type Done, rememberDone, useDeadlineHistory } from '../../data/deadline-history.ts';
import { useErrorWords } from '../../messages/describe-error.ts';
import { formatDay } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { announce } from '../../ui/live-region.tsx';
import type { SeasonRow } from './season-rows.ts';
import { useSeasonChanges } from './season-state.ts';

export interface DeadlineChanges {
  /** Gives a group another deadline, one after the other where several are asked for; `notice` says why it failed. */
  readonly set: (change: NewDeadline) => void;
  /** Says who leads or plans a group. */
  readonly setPerson: (change: NewPerson) => void;
  /** The same for one group in its dialog, which says why it failed. */
  readonly save: (change: NewDeadline) => Promise<Reply<null>>;
  /** Why the last one failed that nobody else tells; what was changed at once, with a button that undoes it. */
  readonly notice: ReactNode;
}

interface NewDeadline {
  readonly row: SeasonRow;
  readonly day: string | null;
}

interface NewPerson {
  readonly row: SeasonRow;
  readonly of: Person;
  readonly name: string;
}

/** Changes deadlines and people; Undo and Redo take back what was done at once, but not what has changed since. */
export function useDeadlineChanges(connection: string, rows: readonly SeasonRow[]): DeadlineChanges {
  const { t, i18n } = useTranslation('season');
  const describe = useErrorWords();
  const { setDeadlines } = useSeasonChanges(connection, rows);
  const { past, future, hidden } = useDeadlineHistory(connection);
  const [failure, setFailure] = useState<AppError | null>(null);
  const sending = useRef<Promise<Reply<null>>>(Promise.resolve(nothing)); // none is lost by another that comes quickly
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  const send = (
    changesNow: () => readonly SeasonChange[],
    done: (count: number) => void,
  ): Promise<Reply<null>> => {
    const before = sending.current;
    const work = async () => {
      await before;
      const changes = changesNow();
      const reply = await setDeadlines(changes);
      if (reply.ok) {
        setFailure(null);
        done(changes.length);
      }
      return reply;
    };
    sending.current = work();
    return sending.current;
  };
  const tell = async (sent: Promise<Reply<null>>) => {
    const reply = await sent;
    if (!reply.ok) setFailure(reply.error);
  };
  /** The groups that still have what a step has left, with what it was before, or the other way round. */
  const stepped = (done: Done, from: 'before' | 'after'): readonly SeasonChange[] => {
    const byId = new Map(latest.current.map((row) => [row.id, row]));
    return done.flatMap((step) => {
      const row = byId.get(step.id);
      return (row && stillSo(seasonGroupOf(row), step, from)) ?? [];
    });
  };
  const undo = () => {
    const last = past.at(-1);
    if (last === undefined) return;
    changeHistory(connection, { past: past.slice(0, -1), future: [...future, last] });
    const done = (count: number) =>
      announce([t('undo.done', { count }), leftWords(last.length - count)].join(' '));
    void tell(send(() => stepped(last, 'after'), done));
  };
  const redo = () => {
    const next = future.at(-1);
    if (next === undefined) return;
    changeHistory(connection, { past: [...past, next], future: future.slice(0, -1) });
    const done = (count: number) =>
      announce([t('undo.redone', { count }), leftWords(next.length - count)].join(' '));
    void tell(send(() => stepped(next, 'before'), done));
  };
  const leftWords = (count: number) => (count === 0 ? '' : t('undo.left', { count }));
  useUndoCommands(past.length > 0 ? undo : null, future.length > 0 ? redo : null);
  const change = (row: SeasonRow, after: Said, words: string): Promise<Reply<null>> =>
    send(
      () => [{ id: row.id, ...after }],
      () => {
        rememberDone(connection, [groupChange(seasonGroupOf(row), after)]);
        announce(words);
      },
    );
  const changeDay = ({ row, day }: NewDeadline) =>
    change(row, { deadline: day === null ? null : { day, from: 'typed' } }, setWords(row.name, day));
  const setWords = (name: string, day: string | null): string =>
    day === null ? t('cell.cleared', { name }) : t('cell.set', { name, day: formatDay(day, i18n.language) });
  const last = past.at(-1);
  return {
    set: (one) => void tell(changeDay(one)),
    setPerson: ({ row, of, name }) =>
      void tell(
        change(
          row,
          { [of]: name },
          [t('parts:side.of', { field: t(`parts:field.${of}`), name: row.name }), name || '–'].join(': '),
        ),
      ),
    save: changeDay,
    notice: (
      <>
        {failure !== null && <ErrorNotice {...describe(failure)} role="status" />}
        {last !== undefined && last.length > 1 && last !== hidden && (
          <Banner
            isLine
            tone="info"
            title={t('undo.set', { count: last.length })}
            actions={
              <>
                <Button onPress={undo}>{t('common:plans.undo.action')}</Button>
                <Button variant="quiet" onPress={() => changeHistory(connection, { hidden: last })}>
                  {t('parts:word.dismiss')}
                </Button>
              </>
            }
          />
        )}
      </>
    ),
  };
}

const nothing: Reply<null> = { ok: true, value: null };

/** Lets the commands Undo and Redo act here as long as the screen is open. */
function useUndoCommands(undo: (() => void) | null, redo: (() => void) | null): void {
  const act = useEffectEvent((way: 'undo' | 'redo') => (way === 'undo' ? undo : redo)?.());
  const [canUndo, canRedo] = [undo !== null, redo !== null];
  useEffect(() => {
    useUndoable.setState({
      undo: canUndo ? () => act('undo') : null,
      redo: canRedo ? () => act('redo') : null,
    });
    return () => useUndoable.setState({ undo: null, redo: null });
  }, [canUndo, canRedo]);
}
