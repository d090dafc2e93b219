import * as v from 'valibot'
import { chainIdShape, type Decoded, textShape } from '../base/shapes.ts'
import { historyGroups } from './history-groups.ts'

const ms = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))

/** Selects entries of the history. A null or empty field does not filter. */
export const historyFilterShape = v.strictObject({
  /** The beginnings of token symbols, addresses or ids, separated by spaces. An entry has to match all of them. */
  text: textShape(256),
  chainId: v.nullable(chainIdShape),
  group: v.nullable(v.picklist(historyGroups)),
  /** Inclusive. */
  fromMs: ms,
  /** Exclusive. */
  untilMs: ms,
})

export type HistoryFilter = Decoded<typeof historyFilterShape>
