import * as v from 'valibot'
import { type HistoryFilter, historyGroups } from './history-filter.ts'
import type { HistoryMessages } from './history-map.ts'

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128))
const key = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
const after = v.nullable(key)
const chainId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const ms = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))

const filter: v.GenericSchema<unknown, HistoryFilter> = v.strictObject({
  text: v.pipe(v.string(), v.maxLength(256)),
  chainId: v.nullable(chainId),
  group: v.nullable(v.picklist(historyGroups)),
  fromMs: ms,
  untilMs: ms,
})

/** The shape of each message about what has happened, with nothing extra and nothing coerced. */
export const historySchemas: {
  readonly [K in keyof HistoryMessages]: v.GenericSchema<unknown, HistoryMessages[K]['input']>
} = {
  history: v.strictObject({
    filter,
    after,
    floorMs: ms,
    limit: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)),
  }),
  historyEntry: v.strictObject({ key }),
  readServiceHistory: v.strictObject({
    pageNumber: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000_000)),
  }),
  exportHistory: v.strictObject({ filter, format: v.picklist(['csv', 'json']), after }),
  historyStatistics: v.null(),
  experience: v.strictObject({
    originChainId: chainId,
    destinationChainId: chainId,
    routeKeys: v.pipe(v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(400))), v.maxLength(100)),
  }),
  wipeHistory: v.strictObject({ consent: v.nullable(v.pipe(v.string(), v.maxLength(20))) }),
  supportText: v.strictObject({ orderId: id }),
  askDirectRoute: v.strictObject({ orderId: id }),
}
