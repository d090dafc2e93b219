import * as v from 'valibot'
import { type FundsLocation, Problem, type ProblemCode } from '../base/problem.ts'
import { addressShape, chainIdShape, digitsShape, objectShape } from '../base/shapes.ts'
import { minuteMs } from '../base/time.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { HeldQuote } from './held-quote.ts'

/** Rows of one kind that are shown and then acted on by their key, beyond the worker's life. */
export interface Frozen<Row> {
  /** Keeps a row under its key as it was shown. */
  put(key: string, row: Row, store: Pick<ExpiringStore, 'put'>): Promise<void>
  /** Returns what is kept under a key. Throws the code of its kind where it is not held any more, or cannot be read. */
  read(key: string, store: Pick<ExpiringStore, 'get'>): Promise<Row>
  /** Returns what is kept under a key and forgets it, so that it is acted on once. Throws as `read` does. */
  take(key: string, store: Pick<ExpiringStore, 'get' | 'put'>): Promise<Row>
  /** Forgets what is kept under a key: it can be acted on no more. */
  forget(key: string, store: Pick<ExpiringStore, 'put'>): Promise<void>
}

interface Kind {
  readonly name: string
  /** Raised with every change of what its rows mean: a row of another version has to be asked for anew. */
  readonly version: number
  /** The members that are acted on; what it does not name is taken over as it was frozen. */
  readonly shape: v.GenericSchema
  readonly lifeMs: number
  /** What is said once that time is over, and where the money is then. */
  readonly code: Extract<ProblemCode, 'quoteExpired' | 'reviewExpired'>
  readonly money: FundsLocation
}

/** Creates the rows of a kind. */
export function frozenRows<Row>({ name, version, shape, lifeMs, code, money }: Kind): Frozen<Row> {
  const isRow = (value: unknown): value is Row => v.is(shape, value)
  const rowShape = v.object({ version: v.literal(version), row: v.custom<Row>(isRow) })
  const rows: Frozen<Row> = {
    put: (key, row, store) => store.put(`${name}:${key}`, { version, row }, lifeMs),
    async read(key, store) {
      const found = v.safeParse(rowShape, (await store.get(`${name}:${key}`))?.value)
      if (!found.success) throw new Problem(code, { money })
      return found.output.row
    },
    async take(key, store) {
      const row = await rows.read(key, store)
      await rows.forget(key, store)
      return row
    },
    // A forgotten row comes back where the clock was set back since: it has to be one that cannot be read.
    forget: (key, store) => store.put(`${name}:${key}`, null, -1),
  }
  return rows
}

/**
 * Creates the rows of what gets money, a signature or an allowance back: the order, the nonce its transaction is asked
 * for with, and `more` that it acts on. `money` is where the money is while nothing of it was asked.
 */
export function exitReviews<Row>(
  name: string,
  money: FundsLocation,
  more: v.ObjectEntries = {},
): Frozen<Row> {
  const accountNonce = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
  const shape = objectShape({ orderId: v.string(), accountNonce, ...more })
  return frozenRows({ name, version: 1, shape, lifeMs: 5 * minuteMs, code: 'reviewExpired', money })
}

const route = objectShape({})

/** Quotes that are shown, until a route of theirs is reviewed. */
export const heldQuotes = frozenRows<HeldQuote>({
  name: 'quote',
  version: 2,
  shape: objectShape({
    ask: objectShape({
      originChainId: chainIdShape,
      destinationChainId: chainIdShape,
      inputToken: v.string(),
      inputAmount: digitsShape,
      outputToken: v.string(),
      userAddress: v.nullable(addressShape),
      receiverAddress: v.nullable(v.string()),
      slippagePercent: v.nullable(v.string()),
    }),
    response: objectShape({
      result: objectShape({
        input: objectShape({ token: objectShape({}), amount: digitsShape }),
        autoRoute: v.nullable(route),
        autoRoutes: v.array(route),
        manualRoutes: v.array(route),
        deposit: v.nullable(route),
      }),
      clockOffsetMs: v.number(),
    }),
    receivedMs: v.number(),
    executable: v.boolean(),
    outputToken: v.nullable(objectShape({})),
    nativeUnits: v.nullable(digitsShape),
  }),
  lifeMs: 5 * minuteMs,
  code: 'quoteExpired',
  money: 'nothingSent',
})
