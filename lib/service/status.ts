import { badShape, decode } from '../base/decode.ts'
import { sameHex } from '../base/hex.ts'
import { call } from './call.ts'
import type { CallOptions } from './service.ts'
import type { StatusResponse } from './status-codes.ts'
import { statusRecordShape } from './status-shape.ts'
import type { Send } from './transport.ts'

/** What identifies a request: automatic ones by `requestHash`, sent ones by the hash of their transaction. */
export type StatusKey = { readonly requestHash: string } | { readonly txHash: string }

/**
 * Looks a request up (interface 4.6): one record, or the one of many that is ours, with amounts in the smallest unit. An
 * unknown hash is no error: null, nothing or an echo mean `notIndexed`. A code beyond 7 is null: no information.
 */
export function status(send: Send) {
  return async (by: StatusKey, options: CallOptions): Promise<StatusResponse> => {
    const hash = 'requestHash' in by ? by.requestHash : by.txHash
    const { result: record, ...answered } = await call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/status',
        query: { ...by },
        timeLimitMs: 10_000,
        maxBytes: 256_000,
        allowNull: true,
      },
      (result) => recordOf(result, hash),
    )
    return record === null ? { kind: 'notIndexed', ...answered } : { kind: 'record', record, ...answered }
  }
}

/** A hash may name several requests; ours is the one that says so, else the first that is a record at all. */
function recordOf(result: unknown, hash: string) {
  if (result === null) return null
  if (!Array.isArray(result)) return decode(statusRecordShape, result, 'status')
  if (result.length === 0) return null
  if (result.length > 1_000) throw badShape('status', '$', 'at most 1000 records')
  const ours = result.findIndex((item) => isAbout(item, hash))
  const at = Math.max(0, ours === -1 ? result.findIndex(isObject) : ours)
  return decode(statusRecordShape, result[at], 'status', `$[${at}]`)
}

function isObject(item: unknown): item is object {
  return typeof item === 'object' && item !== null && !Array.isArray(item)
}

function isAbout(item: unknown, hash: string): boolean {
  return isObject(item) && 'hash' in item && typeof item.hash === 'string' && sameHex(item.hash, hash)
}
