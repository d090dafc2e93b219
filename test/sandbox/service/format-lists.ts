import { isJsonRecord, type JsonRecord, pickKeys, type ResponseFormat } from './response-formats.ts'

type Change = (result: unknown) => unknown

/**
 * The responses of every endpoint but the quote, in another format. Endpoints that are absent here have only
 * one.
 */
export function formatLists(dress: ResponseFormat, endpoint: string, result: unknown): unknown {
  return changes[endpoint]?.[dress]?.(result) ?? result
}

const each = (result: unknown, change: (one: JsonRecord) => unknown) =>
  Array.isArray(result) ? result.map((one) => (isJsonRecord(one) ? change(one) : one)) : result

const flat = (lists: unknown): unknown => (isJsonRecord(lists) ? Object.values(lists).flat() : lists)
const listsOf = (result: unknown): unknown =>
  isJsonRecord(result) && 'tokens' in result ? result.tokens : result

const leg = (value: unknown, ...keys: readonly string[]) =>
  isJsonRecord(value) ? pickKeys(value, ...keys) : value

const changes: Readonly<Record<string, Partial<Readonly<Record<ResponseFormat, Change>>>>> = {
  status: {
    bare: (result) =>
      each(result, ({ hash, exchangeStatusCode, originData, destinationData, refund }) => ({
        hash,
        exchangeStatusCode,
        originData: leg(originData, 'originChainId', 'txHash'),
        destinationData: leg(destinationData, 'destinationChainId', 'txHash'),
        ...(refund === null ? {} : { refund }),
      })),
    wrapped: (result) => (Array.isArray(result) ? result[0] : result),
    rich: (result) =>
      Array.isArray(result)
        ? [
            ...(each(result, (one) => ({
              ...one,
              createdAt: '2026-01-01T00:00:00Z',
              bridge: {},
            })) as unknown[]),
            null,
          ]
        : result,
    strange: (result) =>
      each(result, (one) => ({
        ...one,
        routeDetails: 'exchange',
        originData: isJsonRecord(one.originData)
          ? { ...one.originData, input: 'one', timestamp: {} }
          : one.originData,
      })),
  },
  'build-tx': {
    bare: (result) => (isJsonRecord(result) ? pickKeys(result, 'txData') : result),
    wrapped: (result) => (isJsonRecord(result) ? { ...result, approvalData: [result.approvalData] } : result),
    rich: (result) =>
      isJsonRecord(result) ? { ...result, userOp: 'tx', expiresIn: 60, route: { name: 'x' } } : result,
    strange: (result) => (isJsonRecord(result) ? { ...result, approvalData: 'needed', userOp: 7 } : result),
  },
  'tokens/list': {
    bare: (result) => flat(listsOf(result)),
    wrapped: (result) => ({ tokens: listsOf(result) }),
    rich: (result) =>
      isJsonRecord(result) ? { ...result, updatedAt: '2026-01-01T00:00:00Z', version: 3 } : result,
    strange: (result) =>
      isJsonRecord(result) ? { total: 3, filters: { q: null }, 999: 'soon', ...result } : result,
  },
  'tokens/search': {
    bare: (result) => flat(listsOf(result)),
    wrapped: (result) => ({ data: flat(listsOf(result)), total: 1 }),
    rich: (result) => ({ tokens: listsOf(result), query: 'x', page: { number: 1 } }),
    strange: (result) =>
      isJsonRecord(listsOf(result)) ? { ...(listsOf(result) as JsonRecord), total: 1, next: {} } : result,
  },
  submit: {
    bare: (result) => (isJsonRecord(result) ? pickKeys(result, 'requestHash') : result),
    wrapped: (result) =>
      isJsonRecord(result) ? [{ hash: result.requestHash, exchangeStatusCode: 0 }] : result,
    rich: (result) => (isJsonRecord(result) ? { ...result, queue: { place: 1 } } : result),
    strange: () => ({ accepted: true }),
  },
  history: {
    bare: (result) => (isJsonRecord(result) ? pickKeys(result, 'data') : result),
    wrapped: (result) => (isJsonRecord(result) ? result.data : result),
    rich: (result) => (isJsonRecord(result) ? { ...result, totalCount: 1, hasMore: false } : result),
    strange: (result) =>
      isJsonRecord(result) && Array.isArray(result.data) && result.data.length > 0
        ? { ...result, data: [null, ...result.data, { soon: true }] }
        : result,
  },
  'direct-route/status': {
    bare: () => ({}),
    wrapped: () => [{ status: 'PENDING' }],
    rich: (result) => ({ record: result, at: 0 }),
    strange: () => 'pending',
  },
}
