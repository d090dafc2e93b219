import { createServiceEntry } from '../../lib/history/history-entry.ts'
import type { Client } from '../../lib/service/client.ts'
import { pickKeys } from '../sandbox/service/response-formats.ts'
import { requestHash, usdcBase, user } from '../unit/service/quote-fixture.ts'
import { chain, historyItem, listedToken, native, record, submitted } from '../unit/service/wire-fixtures.ts'
import type { Path } from './mutate.ts'

/** An endpoint whose response is a list of rows, and how Ferry reads them. */
export interface RowShape {
  readonly endpoint: string
  /** The end of its path. */
  readonly path: string
  readonly result: unknown
  readonly rows: readonly Path[]
  read(client: Client): Promise<readonly { readonly key: string; readonly row: unknown }[]>
  /** Fields of a row that are only displayed. A mutation of one may lose only that field. */
  readonly shown: RegExp
  /** The same result in exactly the interface's format: as an object or a list, with nulls or without. */
  readonly literal: readonly unknown[]
}

/** Every field of a history item in the interface, except those that are replaced. */
const historyFields = [
  ...['requestType', 'status', 'statusCode', 'sourceTransactionHash', 'destinationTransactionHash'],
  ...['input', 'output', 'sender', 'recipient', 'orderTimestamp', 'srcTimestamp', 'destTimestamp'],
]
const other = (byte: string) => `0x${byte.repeat(32)}`
const dai = { ...listedToken, address: `0x${'d1'.repeat(20)}`, symbol: 'DAI', name: 'Dai', decimals: 18 }
const tokens = {
  42161: [listedToken, dai],
  8453: [{ ...listedToken, ...usdcBase }],
  10: [native(`0x${'e'.repeat(40)}`)],
}
const literalTokens = Object.values(tokens)
  .flat()
  .map((token) => pickKeys(token, 'chainId', 'address', 'name', 'symbol', 'decimals', 'logoURI', 'icon'))
const literalHistory = [requestHash, other('e1'), other('e2')].map((hash) => ({
  ...pickKeys(historyItem, ...historyFields),
  requestHash: hash,
  intermediaryToken: null,
}))
/** The order of an object's keys. */
const tokenRows = (...before: Path) =>
  [
    [10, 0],
    [8453, 0],
    [42161, 0],
    [42161, 1],
  ].map(([chainId, at]) => [...before, String(chainId), at ?? 0])
const shownOfToken =
  /^(name|symbol|logoURI|icon|isVerified|isShortListed|cgId|chainAgnosticId|balance|balanceInUsd)$/

export const rowShapes: readonly RowShape[] = [
  {
    endpoint: 'supported-chains',
    path: '/supported-chains',
    result: [
      chain,
      { ...chain, chainId: 10, name: 'Optimism' },
      { ...chain, chainId: 42161, name: 'Arbitrum' },
    ],
    rows: [0, 1, 2].map((at) => ['result', at]),
    read: async (client) => (await client.chains()).result.map((row) => ({ key: String(row.chainId), row })),
    shown: /^(?!chainId).*/,
    literal: [],
  },
  {
    endpoint: 'tokens/list',
    path: '/tokens/list',
    result: tokens,
    rows: tokenRows('result'),
    read: async (client) =>
      (await client.tokens()).result.map((row) => ({ key: `${row.chainId}:${row.address}`, row })),
    shown: shownOfToken,
    literal: [literalTokens],
  },
  {
    endpoint: 'tokens/search',
    path: '/tokens/search',
    result: { tokens },
    rows: tokenRows('result', 'tokens'),
    read: async (client) =>
      (await client.search('usd')).result.map((row) => ({ key: `${row.chainId}:${row.address}`, row })),
    shown: shownOfToken,
    literal: [literalTokens],
  },
  {
    endpoint: 'history',
    path: '/history',
    result: {
      data: [
        historyItem,
        { ...historyItem, requestHash: other('e1') },
        { ...historyItem, requestHash: other('e2') },
      ],
      pageNumber: 1,
      pageSize: 10,
    },
    rows: [0, 1, 2].map((at) => ['result', 'data', at]),
    read: async (client) => {
      const { result } = await client.history({ sender: user, pageNumber: 1, pageSize: 10 })
      return result.items.map((item) => ({
        key: item.requestHash,
        row: createServiceEntry({ ...item, readMs: 0 }),
      }))
    },
    shown: /^(?!requestHash|sender|recipient|requestType).*/,
    literal: [
      { data: literalHistory, pageNumber: 1, pageSize: 10 },
      { data: literalHistory.map(({ intermediaryToken: _, ...item }) => item), pageNumber: 1, pageSize: 10 },
      literalHistory,
    ],
  },
  {
    endpoint: 'status',
    path: '/exchange/status',
    result: [
      { ...record, hash: other('e3'), exchangeStatusCode: 5 },
      record,
      { ...record, hash: other('e4') },
    ],
    // Only one of them is requested. The others may be anything.
    rows: [['result', 1]],
    read: async (client) => {
      const look = await client.status({ requestHash }, { priority: 'watchedStatus' })
      return look.kind === 'record' ? [{ key: 'ours', row: look.record }] : []
    },
    shown: /^(?!exchangeStatusCode$).*/,
    literal: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((exchangeStatusCode) => {
      const delivered = { destinationData: { txHash: other('dd') } }
      return [
        { exchangeStatusCode, status: delivered },
        [{ exchangeStatusCode, status: delivered }],
        { exchangeStatusCode, status: { destinationData: { txHash: null } } },
        { exchangeStatusCode, status: { destinationData: {} } },
        { exchangeStatusCode, status: { destinationData: null } },
        { exchangeStatusCode, status: null },
        { exchangeStatusCode },
      ]
    }),
  },
  {
    endpoint: 'submit',
    path: '/submit',
    result: submitted,
    rows: [['result']],
    read: async (client) => [
      { key: 'accepted', row: (await client.submit('{}', { priority: 'submit' })).result },
    ],
    shown: /.*/,
    literal: [{ requestHash }, [{ requestHash }]],
  },
]
