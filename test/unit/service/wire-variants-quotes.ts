import { signQuote, txQuote } from './quote-fixture.ts'
import { deposit, depositRoute, manualRoute, solanaTransaction } from './route-fixtures.ts'
import { swapTypedData } from './wire-fixtures.ts'

/** A variant of a response: its endpoint, its difference, the `result`, and the expected output. */
export type Variant<Endpoint> = readonly [Endpoint, variant: string, result: unknown, expected: unknown]

const auto = (part: object) => ({ ...signQuote, autoRoute: { ...signQuote.autoRoute, ...part } })
const { effectiveAmount: _a, effectiveValueInUsd: _v, ...plainOutput } = signQuote.autoRoute.output
const { routeTags: _tags, ...untagged } = signQuote.autoRoute

export const quoteVariants: readonly Variant<'quote'>[] = [
  [
    'quote',
    'to be signed',
    signQuote,
    { result: { autoRoute: { userOp: 'sign', output: { effectiveAmount: '9955638' } } } },
  ],
  [
    'quote',
    'to be sent, value in hex, dollars as text',
    txQuote,
    {
      result: {
        autoRoute: { userOp: 'tx', txData: { value: '1000000000000000000' }, gasFee: { feeInUsd: '0.009' } },
      },
    },
  ],
  [
    'quote',
    'value in digits',
    auto({ ...txQuote.autoRoute, txData: { ...txQuote.autoRoute.txData, value: '25' } }),
    { result: { autoRoute: { txData: { value: '25' } } } },
  ],
  [
    'quote',
    'without routeTags',
    { ...signQuote, autoRoute: untagged },
    { result: { autoRoute: { routeTags: [] } } },
  ],
  [
    'quote',
    'without effectiveAmount',
    auto({ output: plainOutput }),
    { result: { autoRoute: { output: { amount: '9988676', effectiveAmount: null } } } },
  ],
  [
    'quote',
    'of an older one, with outputAmount',
    auto({ outputAmount: '1', rewards: undefined }),
    { result: { autoRoute: { quoteId: '68b79aeab92d6307' } } },
  ],
  [
    'quote',
    'within one chain, deadline as text',
    auto({ requestType: 'SWAP_REQUEST', signTypedData: swapTypedData }),
    { result: { autoRoute: { requestType: 'SWAP_REQUEST', signTypedData: swapTypedData } } },
  ],
  [
    'quote',
    'with an opaque quote id',
    auto({ quoteId: 'dbea14bb-d693-4fcb-8c8b-5c124258a96b' }),
    { result: { autoRoute: { quoteId: 'dbea14bb-d693-4fcb-8c8b-5c124258a96b' } } },
  ],
  [
    'quote',
    'without any route',
    { ...signQuote, autoRoute: null, manualRoutes: [] },
    { result: { autoRoute: null, manualRoutes: [], deposit: null } },
  ],
  [
    'quote',
    'with lists that are null',
    { ...signQuote, manualRoutes: null, autoRoutes: null, destinationExec: undefined },
    { result: { manualRoutes: [], autoRoutes: [], destinationExec: null } },
  ],
  [
    'quote',
    'with manual routes only',
    { ...signQuote, autoRoute: null, manualRoutes: [manualRoute] },
    { result: { manualRoutes: [{ routeDetails: { name: 'Across' } }] } },
  ],
  [
    'quote',
    'with several automatic routes',
    { ...signQuote, autoRoutes: [signQuote.autoRoute, { ...untagged, quoteId: 'two' }] },
    { result: { autoRoutes: [{ quoteId: 'two', routeTags: [] }] } },
  ],
  [
    'quote',
    'with a deposit',
    { ...signQuote, autoRoute: null, deposit },
    { result: { deposit: { amount: '10000000', requestHash: deposit.requestHash } } },
  ],
  [
    'quote',
    'with an older deposit',
    { ...signQuote, autoRoute: null, depositRoute },
    {
      result: {
        deposit: {
          amount: null,
          requestHash: depositRoute.quoteId.toLowerCase(),
          totalFeeBps: '3.5',
        },
      },
    },
  ],
  [
    'quote',
    'of Solana',
    auto({ ...txQuote.autoRoute, txData: solanaTransaction }),
    { result: { autoRoute: { isForeign: true, txData: null } } },
  ],
]
