import { CheckCheck, CircleOff } from 'lucide-react';
import { mostExpected, sizeOf, unscheduled } from '../../../shared/rules/plans/deadline-order.ts';
import { isMade } from '../../../shared/rules/roll-forward/completion.ts';
import { structureReport } from '../../../shared/rules/roll-forward/difference.ts';
import { proposedNetwork } from '../../../shared/rules/roll-forward/network.ts';
import {
  affirmable,
  affirmed,
  isApart,
  noAdditions,
  worksOfAll,
} from '../../../shared/rules/roll-forward/open.ts';
import { type NetworkRoll, rollCosts } from '../../../shared/rules/roll-forward/rolls.ts';
import { useForecast } from '../../data/season.ts';
import { formatDay } from '../../messages/format.ts';
import { useTranslation } from '../../messages/language.ts';
import { PlanEstimate } from '../../parts/plan-estimate.tsx';
import { Button } from '../../ui/button.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { Bullets } from '../../ui/panel.tsx';
import { ApartScopes } from './apart-scopes.tsx';
import { type Compared, ReportAction } from './report.tsx';
import styles from './roll-forward.module.css';
import type { RollState } from './roll-state.ts';
import { nextOpenRow, openCounts, openKinds, openRowsOf } from './rows.ts';

interface PreviewProps {
  readonly connection: string;
  /** What is rolled forward, by its name. */
  readonly name: string;
  readonly state: RollState;
  /** Makes a row of the tree the active one. */
  readonly goTo: (row: string) => void;
  /** The row that was made so last. */
  readonly last: string | null;
}

/** What stands open, what is decided of all at once, what the plans need, and in what the new networks differ. */
export function Preview({ connection, name, state, goTo, last }: PreviewProps) {
  const { t } = useTranslation('roll-forward');
  const { rolls } = state;
  const counts = openCounts(rolls.flatMap(({ proposal }) => proposal.open));
  const { credits, unpriced } = rollCosts(
    rolls.map(({ proposal }) => proposal),
    state,
  );
  const isReady = rolls.every(({ plan }) => plan !== null);
  const compared = rolls.map(({ before, proposal }) => ({
    before,
    after: proposedNetwork(proposal),
    proposal,
  }));
  const there = rolls.flatMap(({ proposal }) =>
    proposal.entries.filter((entry) => entry.there !== null),
  ).length;
  const rows = openRowsOf(rolls);
  const next = nextOpenRow(rows, last);
  const told = {
    scopes: 'openScopes',
    additions: 'openAdditions',
    works: 'openWorks',
    others: 'openOthers',
    doubted: 'parts:count.doubted',
  } as const;
  return (
    <Row gap="3">
      <Row gap="1" role="status" className={styles.points}>
        {there > 0 && <p>{t('there', { count: there })}</p>}
        {openKinds.map((kind) => {
          const place = nextOpenRow(rows, last, kind);
          const text = t(told[kind], { count: counts[kind] });
          if (counts[kind] === 0 && kind !== 'scopes') return null;
          return place === undefined ? (
            <p key={kind}>{text}</p>
          ) : (
            <Button key={kind} variant="quiet" onPress={() => goTo(place)}>
              {text}
            </Button>
          );
        })}
        {next !== undefined && <Button onPress={() => goTo(next)}>{t('next')}</Button>}
      </Row>
      <BulkDecisions state={state} />
      <ApartScopes state={state} />
      <WorksOfAll state={state} />
      {isReady && (
        <>
          <Needs connection={connection} rolls={rolls} />
          <p>
            {t('credits', { count: credits })} {unpriced > 0 && t('unpriced', { count: unpriced })}
          </p>
          <Differences networks={compared} />
          <ReportAction name={name} networks={compared} />
        </>
      )}
    </Row>
  );
}

/** Affirms the scopes that stay as they were and are not affirmed apart, and leaves out every legal entity that had no component; each with the count. */
function BulkDecisions({ state: { rolls, decide } }: { readonly state: RollState }) {
  const { t } = useTranslation('roll-forward');
  const unchanged = rolls.map(({ id, own, proposal }) => {
    const components = affirmable(proposal).filter((one) => !isApart(one));
    return { id, own, scopes: affirmed(components, '') };
  });
  const left = rolls.map(({ id, own, proposal }) => ({ id, own, additions: noAdditions(proposal) }));
  const unchangedCount = unchanged.reduce((sum, { scopes }) => sum + scopes.size, 0);
  const leftOut = left.reduce((sum, { additions }) => sum + additions.size, 0);
  return (
    <>
      {unchangedCount > 0 && (
        <Button
          icon={<CheckCheck aria-hidden />}
          onPress={() =>
            decide(
              new Map(
                unchanged.map(({ id, own, scopes }) => [id, { scopes: new Map([...own.scopes, ...scopes]) }]),
              ),
            )
          }
        >
          {t('affirm', { count: unchangedCount })}
        </Button>
      )}
      {leftOut > 0 && (
        <Button
          icon={<CircleOff aria-hidden />}
          onPress={() =>
            decide(
              new Map(
                left.map(({ id, own, additions }) => [
                  id,
                  { additions: new Map([...own.additions, ...additions]) },
                ]),
              ),
            )
          }
        >
          {t('addition.none', { count: leftOut })}
        </Button>
      )}
    </>
  );
}

/** Answers for all auditors whether they work in the audit, where last year's answer is not known here. */
function WorksOfAll({ state: { rolls, decide } }: { readonly state: RollState }) {
  const { t } = useTranslation('roll-forward');
  const count = rolls.reduce((sum, { proposal }) => sum + worksOfAll(proposal, false).size, 0);
  const answer = (works: boolean) =>
    decide(
      new Map(
        rolls.map(({ id, own, proposal }) => [
          id,
          { works: new Map([...own.works, ...worksOfAll(proposal, works)]) },
        ]),
      ),
    );
  if (count === 0) return null;
  return (
    <>
      <Button onPress={() => answer(false)}>{t('works.none', { count })}</Button>
      <Button onPress={() => answer(true)}>{t('works.all', { count })}</Button>
    </>
  );
}

/** What one plan needs; of several, when the last is ready beside all that shares the quota, and how many are late. */
function Needs({
  connection,
  rolls,
}: {
  readonly connection: string;
  readonly rolls: readonly NetworkRoll[];
}) {
  const [first, second] = rolls;
  if (first === undefined) return null;
  if (second === undefined) return first.plan !== null && <PlanEstimate plan={first.plan} isFree={false} />;
  return <ManyNeed connection={connection} rolls={rolls} />;
}

function ManyNeed({
  connection,
  rolls,
}: {
  readonly connection: string;
  readonly rolls: readonly NetworkRoll[];
}) {
  const { t, i18n } = useTranslation('roll-forward');
  const expected = rolls.map(({ plan, proposal: { entries, additions } }, place) => ({
    id: `roll-forward ${place}`,
    scheduling: plan?.scheduling ?? unscheduled,
    components: [...entries, ...additions].filter((one) => one.kind !== 'audit' && isMade(one)).length,
    coupled: entries.filter((one) => one.kind === 'audit' && isMade(one) && one.couple.length > 0).length,
  }));
  const isTooMany = expected.length > mostExpected.groups || sizeOf(expected) > mostExpected.works;
  const forecast = useForecast(connection, null, isTooMany ? null : expected);
  const told = expected.flatMap(({ id, scheduling: { deadline } }) => {
    const readyOn = forecast.entries.get(id)?.readyOn ?? null;
    return readyOn === null ? [] : [{ readyOn, isLate: deadline !== null && deadline < readyOn }];
  });
  const days = told.map(({ readyOn }) => readyOn).toSorted();
  const late = told.filter(({ isLate }) => isLate).length;
  const last = days.at(-1);
  if (!forecast.isKnown && !isTooMany && forecast.error === null) return null;
  return (
    <p role="status">
      {last === undefined || days.length < expected.length
        ? t('forecast.unknown')
        : t('forecast.last', { day: formatDay(last, i18n.language) })}{' '}
      {late > 0 && t('forecast.late', { count: late })}
    </p>
  );
}

const mostListed = 50; // places; the file has all

/** In what new networks differ from the old by structure: how many places, and which. */
export function Differences({
  networks,
  isOpen = false,
}: {
  readonly networks: readonly Compared[];
  readonly isOpen?: boolean;
}) {
  const { t } = useTranslation('roll-forward');
  const rows = networks.flatMap(({ before, after }) => structureReport(before, after));
  const places = rows.flatMap(({ outcome, before, after }) => {
    const place = before ?? after;
    return outcome === 'same' || place === null ? [] : [{ outcome, name: place.name || (place.id ?? '') }];
  });
  if (places.length === 0) return <p>{t('difference.none')}</p>;
  return (
    <details open={isOpen}>
      <summary>{t('difference.count', { count: places.length })}</summary>
      <Bullets>
        {places.slice(0, mostListed).map(({ outcome, name }, index) => (
          // Two places may have one name.
          <li key={`${index} ${name}`}>
            {name} <Note as="span">{t(`report.outcome.${outcome}`)}</Note>
          </li>
        ))}
        {places.length > mostListed && (
          <li>{t('difference.others', { count: places.length - mostListed })}</li>
        )}
      </Bullets>
    </details>
  );
}
