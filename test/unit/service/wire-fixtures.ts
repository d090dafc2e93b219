import { requestHash, usdcArbitrum, usdcBase, user } from './quote-fixture.ts'

/* Responses as deployments send them (wire shapes 2 to 8), one of each kind. */

export const chain = {
  chainId: 8453,
  name: 'Base',
  icon: 'https://logos.example/base.png',
  currency: {
    address: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    icon: 'https://logos.example/eth.png',
    minNativeCurrencyForGas: '100000000000000',
  },
  explorers: ['https://explorer.example'],
  sendingEnabled: true,
  receivingEnabled: true,
  isAutoEnabled: true,
  isManualEnabled: true,
  isDepositEnabled: true,
  dexes: ['openocean'],
  bridges: ['across', 'cctp-v2-fast'],
}

export const listedToken = {
  ...usdcArbitrum,
  isShortListed: true,
  isVerified: true,
  cgId: 'usd-coin',
  chainAgnosticId: null,
  balance: '0',
  balanceInUsd: 0,
}

/** The native asset of a chain under one of its addresses. */
export const native = (address: string) => ({
  chainId: 10,
  address,
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
})

const hashOf = (byte: string) => `0x${byte.repeat(32)}`

export const submitted = {
  requestHash,
  status: 'PENDING',
  statusCode: 0,
  inputTokens: [{ token: usdcArbitrum, amount: '10000000', chainId: 42161, valueInUsd: 10, priceInUsd: 1 }],
  outputTokens: [{ token: usdcBase, minAmountOut: '9905859', promisedAmount: '9955638', chainId: 8453 }],
  orderTimestamp: '2025-12-01T10:00:00.000Z',
  ogSender: user,
  requestType: 'SINGLE_OUTPUT_REQUEST',
}

export const record = {
  hash: requestHash,
  originData: {
    input: [{ token: usdcArbitrum, amount: '10000000', priceInUsd: 1, valueInUsd: 10 }],
    originChainId: 42161,
    txHash: hashOf('ab'),
    status: 'COMPLETED',
    userAddress: user,
    timestamp: 1779392851,
  },
  destinationData: {
    output: [
      { token: usdcBase, amount: '9852448', minAmountOut: '9852448', priceInUsd: 1, valueInUsd: 9.85 },
    ],
    txHash: hashOf('cd'),
    destinationChainId: 8453,
    receiverAddress: user,
    status: 'COMPLETED',
    timestamp: null,
  },
  routeDetails: { name: 'exchange-protocol', logoURI: 'https://logos.example/x.png' },
  exchangeStatusCode: 3,
  refund: null,
}

/** The status of a hash that a deployment does not know. */
export const echo = {
  hash: requestHash,
  originData: { input: null, originChainId: null, txHash: null, status: 'PENDING', userAddress: null },
  destinationData: { output: null, txHash: null, destinationChainId: null, status: 'PENDING' },
  exchangeStatusCode: 0,
  refund: null,
}

export const historyItem = {
  requestType: 'SINGLE_OUTPUT_REQUEST',
  requestHash,
  status: 'SETTLED',
  statusCode: 4,
  sourceTransactionHash: hashOf('ab'),
  destinationTransactionHash: hashOf('cd'),
  input: [{ token: usdcArbitrum, amount: '10000000', chainId: 42161, valueInUsd: 10, priceInUsd: 1 }],
  intermediaryToken: null,
  output: [
    {
      token: usdcBase,
      minAmountOut: '9905859',
      fulfilledAmount: '9955638',
      chainId: 8453,
      minAmountOutInUsd: 9.905859,
      fulfilValueInUsd: 9.955638,
      priceInUsd: 1,
    },
  ],
  sender: user,
  recipient: user,
  orderTimestamp: '2025-12-01T10:00:00.000Z',
  srcTimestamp: 1779392851,
  destTimestamp: 1779392860,
}
