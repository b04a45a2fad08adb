import { Copy, RotateCw } from 'lucide-react';
import { Banner } from '../renderer/ui/banner.tsx';
import { Button } from '../renderer/ui/button.tsx';
import { writeClipboard } from '../renderer/ui/clipboard.ts';
import { CodeBlock } from '../renderer/ui/code.tsx';
import { Columns, Stack } from '../renderer/ui/layout.tsx';
import { announce } from '../renderer/ui/live-region.tsx';
import { decisionsOf, type Reason, reasons } from '../shared/reasons.ts';
import { type CurlRequest, curlOf } from '../shared/rules/texts/curl.ts';
import { type Exchange, type RecordedSide, removed } from '../shared/workbench.ts';
import { isGone, sentenceOf } from './control.ts';
import { type ExchangePlace, useExchange, useReplay } from './exchanges.ts';
import { ChosenPanel } from './parts.tsx';
import { inFull } from './times.ts';
import styles from './workbench.module.css';

interface ExchangeViewProps {
  readonly place: ExchangePlace;
  readonly onClose: () => void;
}

/** A request and its answer side by side. */
export function ExchangeView({ place, onClose }: ExchangeViewProps) {
  const { data: exchange, error } = useExchange(place);
  return (
    <ChosenPanel
      label="The chosen request"
      title={exchange === undefined ? `Request ${place.id}` : `${exchange.method} ${exchange.path}`}
      tools={exchange !== undefined && <Again place={place} exchange={exchange} />}
      onClose={onClose}
    >
      {error !== null &&
        (isGone(error) ? (
          <Banner tone="warning" title={gone}>
            The sandbox keeps the last 10,000 requests, a world the last 1,000, until it ends or is reset.
          </Banner>
        ) : (
          <Banner tone="warning" title={sentenceOf(error)} />
        ))}
      {exchange !== undefined && (
        <>
          <p className={styles.facts}>{headOf(exchange)}</p>
          {exchange.reasons.length > 0 && <Why exchange={exchange} />}
          <Columns min={400}>
            <Side title="Request" first={requestLine(exchange)} message={exchange.request} />
            <Side title="Answer" first={answerLine(exchange)} message={exchange.answer} />
          </Columns>
        </>
      )}
    </ChosenPanel>
  );
}

const gone = 'This request is no longer kept.';

/** What can be done with a request once more: have it sent, or copy it as a command. */
function Again({ place, exchange }: { readonly place: ExchangePlace; readonly exchange: Exchange }) {
  const replay = useReplay();
  const [base = ''] = window.location.href.split('/__sandbox/', 1); // of the first service, or of a world
  const request = commandOf(exchange, base);
  return (
    <>
      <Button
        icon={<RotateCw aria-hidden />}
        isPending={replay.isPending}
        onPress={() => replay.mutate(place)}
      >
        Send again
      </Button>
      <Button
        icon={<Copy aria-hidden />}
        onPress={() => {
          if (writeClipboard(curlOf(request)))
            announce(
              [
                'Copied as curl. The token comes from the environment, as TOKEN.',
                ...(request.notes ?? []),
              ].join(' '),
            );
        }}
      >
        Copy as curl
      </Button>
      {replay.isError && (
        <p role="alert" className={styles.refused}>
          {isGone(replay.error) ? gone : sentenceOf(replay.error)}
        </p>
      )}
    </>
  );
}

/**
 * A request as it is copied, to a service at a base URL. The notes say what of it could not be given: it stands above the
 * command, since whoever runs it may not see this page.
 */
export function commandOf({ method, path, query, request }: Exchange, base: string): CurlRequest {
  const { authorization, accept, 'content-type': type } = request.headers;
  const { body } = request;
  const address = `${base}${path}${query === '' ? '' : `?${query}`}`;
  const isWithout = method === 'GET' || method === 'HEAD';
  return {
    method,
    address,
    hasToken: authorization !== undefined,
    accept: accept === '*/*' ? undefined : accept,
    body:
      body !== null && (body.text !== '' || type !== undefined)
        ? { type: type ?? 'text/plain', text: body.text }
        : undefined,
    notes: [
      ...(body === null ? ['The body was not kept, and is missing here.'] : []),
      ...(body !== null && body.omitted > 0
        ? [`The body ends too early: ${body.omitted.toLocaleString('en-US')} characters were not kept.`]
        : []),
      ...(body?.isRedacted === true || address.includes(removed)
        ? [`What was secret is replaced by ${removed}.`]
        : []),
      ...(isWithout && body !== null && body.text !== '' ? [`The body of this ${method} is left out.`] : []),
      ...(authorization !== undefined && !authorization.startsWith('Bearer ')
        ? ['The request was authorised by something else than a bearer token.']
        : []),
    ],
  };
}

/** The rules that refused it, with what they looked at and the decisions that make them. */
function Why({ exchange }: { readonly exchange: Exchange }) {
  return (
    <section aria-label="Why it was refused">
      <Stack as="ul" gap="1" className={styles.reasons}>
        {exchange.reasons.map((reason, at) => (
          // The same rule may refuse a field more than once.
          // oxlint-disable-next-line react/no-array-index-key -- the list of an exchange never changes
          <li key={at}>
            <strong>{reasons[reason.rule].sentence}</strong>{' '}
            <span className={styles.facts}>{factsOf(reason, exchange)}</span>
          </li>
        ))}
      </Stack>
    </section>
  );
}

function factsOf(reason: Reason, exchange: Exchange): string {
  const { field, facts = {}, windows = [] } = reason;
  const value = field === undefined ? undefined : valueAt(exchange.request.body?.text ?? '', field);
  const decisions = decisionsOf(reason, exchange.operation).map((number) => `§${number}`);
  return [
    ...(field === undefined ? [] : [value === undefined ? field : `${field} = ${JSON.stringify(value)}`]),
    ...Object.entries(facts).map(([name, fact]) => `${name}: ${String(fact)}`),
    ...windows.map(
      ({ window, limit, counted, room_at: at }) =>
        `${window} window: ${counted} of ${limit}, ${at === null ? 'which never has room' : `room at ${inFull(at)}`}`,
    ),
    ...(exchange.tier !== null && windows.length > 0 ? [`tier: ${exchange.tier}`] : []),
    ...(decisions.length === 0 ? [] : [`decisions ${decisions.join(', ')}`]),
  ].join(' · ');
}

/** What a body has at the path of a field; undefined where it is not there. */
function valueAt(body: string, field: string): unknown {
  try {
    return field.split('.').reduce<unknown>((value, key) => Object(value)[key], JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** What the row says as well, where there is room for it. */
function headOf({ at, client_id: client, tier, fault }: Exchange): string {
  return [
    inFull(at),
    client === null ? 'client not known' : `client ${client}`,
    ...(tier === null ? [] : [`tier ${tier}`]),
    ...(fault === null ? [] : [`fault ${fault}`]),
  ].join(' · ');
}

function requestLine({ method, path, query }: Exchange): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`;
}

const unsent = {
  before: 'The connection was reset before anything was carried out.',
  none: 'The connection was reset: nothing of this was sent.',
  half: 'Half of this was sent, then the connection was reset.',
} as const;

function answerLine({ status, delivery, fault, duration_ms: duration }: Exchange): string {
  const how = delivery === 'whole' ? '' : `\n${unsent[fault === 'drop_before' ? 'before' : delivery]}`;
  return `${status === null ? 'Not answered' : String(status)} after ${duration.toFixed(1)} ms${how}`;
}

interface SideProps {
  readonly title: string;
  readonly first: string;
  readonly message: RecordedSide;
}

function Side({ title, first, message }: SideProps) {
  const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="1" className={styles.side}>
      <h3>{title}</h3>
      <CodeBlock
        label={title}
        copyLabel={`Copy the ${title.toLowerCase()}`}
        text={[first, ...headers, '', bodyText(message)].join('\n').trimEnd()}
      />
    </Stack>
  );
}

function bodyText({ body }: RecordedSide): string {
  if (body === null) return '(the body is not kept)';
  const text = indented(body.text);
  return body.omitted === 0
    ? text
    : `${text}\n(${body.omitted.toLocaleString('en-US')} more characters are not kept)`;
}

/** JSON with a line for each field; any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
