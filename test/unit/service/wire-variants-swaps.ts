import { requestHash } from './quote-fixture.ts'
import { builtTransaction, echo, record, submitted } from './wire-fixtures.ts'
import type { Variant } from './wire-variants-quotes.ts'

const known = { kind: 'record', record: { statusCode: 3, fulfilledAmount: '9852448' } }
const notIndexed = { kind: 'notIndexed' }
const coded = (exchangeStatusCode: unknown) => [{ ...record, exchangeStatusCode }]

/** Variants of the responses to submit, status and build-tx. */
export const swapVariants: readonly Variant<'submit' | 'status' | 'buildTx'>[] = [
  ['submit', 'accepted with 200', submitted, { result: { requestHash } }],
  [
    'submit',
    'of one chain, outputTokens an object',
    { ...submitted, outputTokens: {} },
    { result: { requestHash } },
  ],
  [
    'submit',
    'as a list with hash',
    [{ hash: requestHash, exchangeStatusCode: 0 }],
    { result: { requestHash } },
  ],
  ['submit', 'without a hash', {}, { result: { requestHash: null } }],
  ['status', 'in a list', [record], known],
  ['status', 'alone', record, known],
  [
    'status',
    'in a list of a thousand',
    [...Array(999).fill({ hash: `0x${'00'.repeat(32)}`, exchangeStatusCode: 5 }), record],
    known,
  ],
  [
    'status',
    'as the interface writes it',
    { exchangeStatusCode: 4, status: { destinationData: { txHash: record.destinationData.txHash } } },
    { kind: 'record', record: { statusCode: 4, destinationTransactionHash: record.destinationData.txHash } },
  ],
  [
    'status',
    'refunded',
    [{ ...record, exchangeStatusCode: 7, refund: { chainId: 42161, txHash: record.originData.txHash } }],
    { kind: 'record', record: { statusCode: 7, refundChainId: 42161, fulfilledAmount: null } },
  ],
  [
    'status',
    'not begun: nulls everywhere',
    [
      {
        ...record,
        exchangeStatusCode: 0,
        originData: { ...record.originData, txHash: null, timestamp: null },
        destinationData: { ...record.destinationData, output: null, txHash: null },
      },
    ],
    { kind: 'record', record: { statusCode: 0, sourceTransactionHash: null } },
  ],
  ['status', 'of an unknown hash: an echo', [echo], notIndexed],
  ['status', 'of an unknown hash: an empty list', [], notIndexed],
  ['status', 'of an unknown hash: null', null, notIndexed],
  ...[8, 9, 10, -1, 3.5, '3', null].map(
    (code) =>
      [
        'status',
        `code ${JSON.stringify(code)}: no information`,
        coded(code),
        { kind: 'record', record: { statusCode: null } },
      ] as const,
  ),
  ...[0, 1, 2, 3, 4, 5, 6, 7].map(
    (code) =>
      ['status', `code ${code}`, coded(code), { kind: 'record', record: { statusCode: code } }] as const,
  ),
  [
    'buildTx',
    'value in hex',
    builtTransaction,
    { result: { txData: { value: '0' }, approvalData: { amount: '10000000' } } },
  ],
  [
    'buildTx',
    'value in digits, no approval',
    {
      ...builtTransaction,
      approvalData: null,
      txData: { ...builtTransaction.txData, value: '1500000000000000' },
    },
    { result: { txData: { value: '1500000000000000' }, approvalData: null } },
  ],
  [
    'buildTx',
    'without approvalData',
    { txData: builtTransaction.txData },
    { result: { approvalData: null } },
  ],
]
