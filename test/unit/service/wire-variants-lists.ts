import { requestHash } from './quote-fixture.ts'
import { chain, historyItem, listedToken, native } from './wire-fixtures.ts'
import type { Variant } from './wire-variants-quotes.ts'

const token = { address: listedToken.address, symbol: 'USDC', decimals: 6 }

/** Variants of chains, tokens and past requests. */
export const listVariants: readonly Variant<'chains' | 'tokens' | 'search' | 'history'>[] = [
  ['chains', 'as the interface writes it', [chain], { result: [{ chainId: 8453, isDepositEnabled: true }] }],
  [
    'chains',
    'with more keys than we know',
    [{ ...chain, isL1: false, rpcs: [], refuel: {} }],
    { result: [{}] },
  ],
  [
    'chains',
    'before there were deposits',
    [{ ...chain, isDepositEnabled: undefined }],
    { result: [{ isDepositEnabled: false }] },
  ],
  [
    'chains',
    'without venues and icons',
    [{ ...chain, dexes: null, bridges: null, icon: null }],
    { result: [{ dexes: [], bridges: [], iconUrl: null }] },
  ],
  ['tokens', 'keyed by chain', { 42161: [listedToken], 10: [] }, { result: [token] }],
  ['tokens', 'flat', [listedToken], { result: [token] }],
  [
    'tokens',
    'with an empty logo, no name',
    [{ ...listedToken, logoURI: '', icon: null, name: undefined }],
    { result: [{ name: 'USDC', logoURI: null }] },
  ],
  [
    'tokens',
    'with the native asset under three names',
    [
      native('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'),
      native(`0x${'0'.repeat(40)}`),
      native('0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000'),
    ],
    { result: [{ address: `0x${'e'.repeat(40)}` }] },
  ],
  ['search', 'keyed by chain in tokens', { tokens: { 42161: [listedToken] } }, { result: [token] }],
  ['search', 'keyed by chain', { 42161: [listedToken] }, { result: [token] }],
  ['search', 'flat', [{ ...listedToken, isVerified: false }], { result: [{ ...token, isVerified: false }] }],
  ['search', 'with nothing found', { tokens: {} }, { result: [] }],
  [
    'history',
    'settled',
    { data: [historyItem], pageNumber: 1, pageSize: 10 },
    { result: { items: [{ statusCode: 4 }], isLastUsed: true } },
  ],
  [
    'history',
    'on the way, without pageSize',
    {
      data: [
        {
          ...historyItem,
          statusCode: 1,
          destinationTransactionHash: null,
          intermediaryToken: null,
          destTimestamp: null,
        },
      ],
      pageNumber: 1,
    },
    { result: { items: [{ destinationTransactionHash: null, destinationSeconds: null }], pageSize: 1_000 } },
  ],
  [
    'history',
    'with a token between',
    { data: [{ ...historyItem, intermediaryToken: historyItem.input }] },
    { result: { items: [{ requestHash }] } },
  ],
  [
    'history',
    'with a code of another time',
    { data: [{ ...historyItem, statusCode: 8 }] },
    { result: { items: [{ statusCode: null }] } },
  ],
  [
    'history',
    'a thousand items',
    { data: Array(1_000).fill(historyItem) },
    { result: { items: { length: 1_000 }, isLastUsed: false } },
  ],
  ['history', 'of nobody', { data: [] }, { result: { items: [], isLastUsed: true } }],
]
