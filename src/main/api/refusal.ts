import { isRecord, layerOf, letters, prototypeKeys } from '../../shared/model/tolerant.ts';

// What a service says of a refusal, by field. Frameworks put it in many forms: a map by field, a list of messages that name their fields, one in
// the other, with what is about the answer and not for people beside it.

const mostFields = 1_000;
const mostMessages = 100; // of one field
const longestField = 1_000; // characters: what is longer is the name of no field
const longestText = 2_000; // characters
const deepest = 9;

const namesIn = (all: string): ReadonlySet<string> => new Set(all.split(' '));
const textNames = namesIn(
  'detail errordescription message msg reason defaultmessage errormessage description faultstring error title',
);
/** What messages, or maps of them, stand under. */
const around = namesIn(
  'error errors detail details message messages nonfielderrors base fault issues violations fieldviolations invalidparams fielderrors formerrors usererrors errormessages fullmessages validationerrors modelstate',
);
/** Beside messages: about the answer, its request or a message, and not what a person is told. */
const aside = namesIn(
  'type status statuscode code errorcode erroruri instance traceid timestamp path success ok requestid correlationid id errorid errortype documentationurl docurl moreinfo logref',
);
const placeNames =
  'attr field fieldname pointer loc propertypath property propertyname param parameter path target'.split(
    ' ',
  );
const notMessages = namesIn('links meta jsonapi innererror source context ctx trace stack stacktrace debug');
const wrappers = namesIn('body data attributes relationships query request payload input');

/** The messages of each field: `settings.use_sampling`, `legal_entity_ids.1`; of no field under ''. */
export function messagesIn(json: unknown): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  collect(all, '', json, deepest);
  return all;
}

function collect(all: Map<string, string[]>, field: string, value: unknown, levels: number): void {
  if (levels === 0 || field.length > longestField) return;
  if (isScalar(value)) return add(all, field, String(value));
  if (Array.isArray(value))
    return value.forEach((entry: unknown, index) => {
      const isOwn = field === '' || isScalar(entry) || (isRecord(entry) && textsIn(entry).length > 0);
      collect(all, isOwn ? field : `${field}.${index}`, entry, levels - 1); // one entry for each entry sent
    });
  if (!isRecord(value)) return;
  const names = [...layerOf(value).keys()];
  const place = placeIn(value);
  // Under a field, words that are no more than names of fields in it are those.
  const isOfFields =
    field !== '' && place === '' && !names.every((name) => textNames.has(name) || aside.has(name));
  const texts = isOfFields ? [] : textsIn(value);
  const isMessage = texts.length > 0 && (place !== '' || levels < deepest);
  for (const text of texts) add(all, place.startsWith(field) ? place : below(field, place), text);
  const isTop =
    field === '' && (texts.length > 0 || levels < deepest || names.some((name) => around.has(name)));
  for (const [name, inner] of Object.entries(value)) {
    const key = letters(name);
    if (around.has(key) && (!isScalar(inner) || texts.length === 0)) collect(all, field, inner, levels - 1);
    else if (isMessage || notMessages.has(key) || (isTop && isAside(key, inner))) continue;
    else collect(all, below(field, field === '' ? fieldOf(name) : name), inner, levels - 1);
  }
}

function isAside(name: string, value: unknown): boolean {
  return textNames.has(name) || (aside.has(name) && isScalar(value) && !/\s/.test(String(value)));
}

function add(all: Map<string, string[]>, field: string, text: string): void {
  const known = all.get(field) ?? [];
  if (text === '' || known.length >= mostMessages || prototypeKeys.includes(field)) return;
  if (known.length > 0) known.push(shortened(text));
  else if (all.size < mostFields) all.set(field, [shortened(text)]);
}

/** The texts of a message; its title where it has no other. Of an error that is described only the description. */
function textsIn(message: Readonly<Record<string, unknown>>): readonly string[] {
  const said = layerOf(message);
  const texts = [...textNames].flatMap((name) => {
    const text = name === 'error' && said.has('errordescription') ? '' : said.get(name);
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
  return texts.length > 1 && texts.at(-1) === said.get('title') ? texts.slice(0, -1) : texts;
}

/** The field that a message says it is about; '' for none. */
function placeIn(message: Readonly<Record<string, unknown>>): string {
  const said = layerOf(message);
  const source = said.get('source');
  if (isRecord(source)) return placeIn(source);
  const places = [...placeNames, ...(said.has('reason') ? ['name'] : [])].map((name) => {
    const value = said.get(name);
    const place = Array.isArray(value) ? value.filter(isScalar).join('.') : value;
    const isPlace = typeof place === 'string' && !(name === 'path' && place.startsWith('/')); // else of the request
    return isPlace ? fieldOf(place) : '';
  });
  return places.find((place) => place !== '') ?? '';
}

/** A field of the request as the specification spells it: `/data/attributes/name`, `$.Name`, `body.name`. */
function fieldOf(said: string): string {
  const [first = '', ...rest] = said
    .slice(0, longestField + 1)
    .split(/[#$./[\]]+/)
    .filter((part) => part !== '' && !wrappers.has(part));
  const own = first.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
  return around.has(letters(own)) ? rest.join('.') : [own, ...rest].join('.');
}

function below(field: string, name: string): string {
  return [field, name].filter((part) => part !== '').join('.');
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

export function shortened(words: string): string {
  return Array.from(words.slice(0, 2 * longestText)) // a character is at most two units
    .slice(0, longestText)
    .join('');
}
