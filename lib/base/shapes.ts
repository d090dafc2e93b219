import * as v from 'valibot'
import { forEachInSlices, type Pause } from './concurrency.ts'
import { isDecimalText, isDigitString } from './decimal.ts'
import { decimalFromNumber } from './decimal-math.ts'
import { type Address, type Hex, isAddress, isHash, isHex, lowerHex } from './hex.ts'
import { isObject } from './object.ts'
import { Problem } from './problem.ts'

/** The longest accepted calldata, in hex digits: 256 kB. */
const hexMax = 2 + 2 * 262_144

/** An EVM address in any case, lower-cased. The checksum is not verified. */
export const addressShape = v.pipe(
  v.custom<Address>(isAddress, 'address (0x and 40 hex digits)'),
  v.transform(lowerHex),
)

export const hashShape = v.pipe(v.custom<Hex>(isHash, 'hash (0x and 64 hex digits)'), v.transform(lowerHex))

export function isBoundedHex(value: unknown): value is Hex {
  return typeof value === 'string' && value.length <= hexMax && isHex(value)
}

export const hexShape = v.pipe(v.custom<Hex>(isBoundedHex, 'hex bytes'))

/** Canonical digit string below 2^256. A JSON number is refused, because it may have lost digits. */
export const digitsShape = v.custom<string>(isDigitString, 'digit string below 2^256')

const chainIdForm = 'chain id (positive integer)'

/** A chain id, also of a chain that is not EVM. */
export const chainIdShape = v.pipe(
  v.number('chain id'),
  v.integer(chainIdForm),
  v.minValue(1, chainIdForm),
  v.maxValue(Number.MAX_SAFE_INTEGER, chainIdForm),
)

/** A finite number of Ferry's own: a count, or milliseconds. */
export const countShape = v.pipe(v.number(), v.finite())

/** A flag that is absent instead of false. */
export const onlyTrue = v.exactOptional(v.literal(true))

/** Decimal text of Ferry's own. For prices and percents, never for amounts. */
export const decimalTextShape = v.custom<string>(isDecimalText, 'decimal text')

/** Decimal text from a JSON number or from text. For prices and percents, never for amounts. */
export const decimalShape = v.pipe(
  v.union([v.number(), v.string()], 'decimal number'),
  v.transform((value) => (typeof value === 'number' ? decimalFromNumber(value) : value)),
  v.custom<string>((value) => isDecimalText(value), 'decimal number'),
)

/** Unix seconds between 2020 and 2100. Milliseconds are refused. */
export const unixSecondsShape = v.pipe(
  v.number('Unix seconds'),
  v.check((n) => Number.isInteger(n) && n >= 1_577_836_800 && n <= 4_102_444_800, 'Unix seconds'),
)

/** A percentage below 100, as a person types it: decimal text with at most four places. */
export const percentShape = v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]?)(\.[0-9]{1,4})?$/))

const anyValue = v.unknown()

const anyObject = v.pipe(anyValue, v.check(isObject, 'object'))

const { '~run': runEntries } = v.object({})

/** Shared by all shapes: hundreds exist from the start of the background. */
function runObject(
  this: v.ObjectSchema<v.ObjectEntries, undefined>,
  ...[dataset, config]: Parameters<typeof runEntries>
) {
  return isObject(dataset.value) ? runEntries.call(this, dataset, config) : anyObject['~run'](dataset, config)
}

/** Refuses arrays: an array would pass if all entries are optional. */
export function objectShape<const Entries extends v.ObjectEntries>(entries: Entries) {
  const shape = v.object(entries)
  return Object.assign(shape, { '~run': runObject as (typeof shape)['~run'] })
}

/** Creates the shape of one of these names. It compiles only if all names of the type are listed. */
export function namesShape<Name extends string>(names: { readonly [name in Name]: true }) {
  return v.custom<Name>((value) => typeof value === 'string' && Object.hasOwn(names, value))
}

export function textShape(maxLength: number, minLength = 0) {
  const length = `text of ${minLength} to ${maxLength} characters`
  return v.pipe(v.string('text'), v.minLength(minLength, length), v.maxLength(maxLength, length))
}

const emptyToNull = v.transform((value: unknown) => (value === '' ? null : value))

/** Accepts the value. Null if it is null, absent or an empty text. */
export function orNull<Output>(shape: v.GenericSchema<unknown, Output>) {
  return v.optional(v.pipe(anyValue, emptyToNull, v.nullable(shape)), null)
}

/** Returns null for a value that does not fit. For values that are only displayed. */
export function lenient<Output>(shape: v.GenericSchema<unknown, Output>) {
  return v.optional(v.fallback(v.nullable(shape), null), null)
}

/** Creates the shape of a list without the entries that do not fit: one bad entry does not affect the others. */
export function validEntriesShape<Output>(shape: v.GenericSchema<unknown, Output>) {
  return v.pipe(
    v.array(lenient(shape)),
    v.transform((rows) => rows.filter((row) => row !== null)),
  )
}

export type Schema<Output> = v.GenericSchema<unknown, Output>

/** Records by text stay as they are: JSON nests without an end. */
type Immutable<T> = T extends object
  ? string extends keyof T
    ? T
    : { readonly [key in keyof T]: Immutable<T[key]> }
  : T

/** The type of the values that a schema returns. A decoded record never changes. */
export type Decoded<Shape extends v.GenericSchema> = Immutable<v.InferOutput<Shape>>

/**
 * Decodes the input. `what` names the input for the reader (`quote`, `deployment`), `root` its place in the whole.
 * Throws `serviceAnswerInvalid` with the facts `what`, `path` (`$.chains[0].name`) and `expected`.
 */
export function decode<Output>(schema: Schema<Output>, input: unknown, what: string, root = '$'): Output {
  const outcome = v.safeParse(schema, input, { abortEarly: true })
  if (outcome.success) return outcome.output
  const [issue] = outcome.issues
  throw badShape(what, root + pathText(issue), expectation(issue))
}

export function decodeFaults(
  schema: Schema<unknown>,
  input: unknown,
): readonly { readonly path: string; readonly expected: string; readonly found: string }[] {
  const outcome = v.safeParse(schema, input, { abortPipeEarly: true })
  return (outcome.issues ?? []).map((issue) => {
    return { path: `$${pathText(issue)}`, expected: expectation(issue), found: foundText(issue.input) }
  })
}

function foundText(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 120)
}

export function badShape(what: string, path: string, expected: string): Problem {
  return new Problem('serviceAnswerInvalid', { facts: { what, path: path.slice(0, 200), expected } })
}

/** The place of a fault, to append to the name of the whole. */
export function pathText(issue: v.BaseIssue<unknown>): string {
  const steps = (issue.path ?? []).map(({ key }) => {
    if (typeof key === 'number') return `[${key}]`
    const name = String(key)
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, 60))}]`
  })
  return steps.join('')
}

/** The expected value. Never the received one, which may be anything. */
function expectation(issue: v.BaseIssue<unknown>): string {
  // For checks of our own, the message is the only description.
  if (issue.kind !== 'schema' || issue.type === 'custom') return issue.message.slice(0, 120)
  return (issue.expected ?? issue.message).slice(0, 120)
}

export interface Entry {
  readonly entry: unknown
  readonly path: string
}

/**
 * Decodes a list in slices. One bad entry must not cost the person the whole list. If all are bad, it throws the first one's
 * fault.
 */
export async function decodeEach<Output>(
  schema: Schema<Output>,
  entries: readonly Entry[],
  what: string,
  pause: Pause,
): Promise<readonly Output[]> {
  const kept: Output[] = []
  let firstFault: unknown = null
  await forEachInSlices(entries, pause, ({ entry, path }) => {
    try {
      kept.push(decode(schema, entry, what, path))
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      firstFault ??= thrown
    }
  })
  if (kept.length === 0 && firstFault !== null) throw firstFault
  return kept
}

export function entriesOf(items: readonly unknown[], root = '$'): readonly Entry[] {
  return items.map((entry, at) => ({ entry, path: `${root}[${at}]` }))
}
