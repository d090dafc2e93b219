import { signQuote, usdcArbitrum, usdcBase, user } from './quote-fixture.ts'

const eth = {
  ...usdcArbitrum,
  address: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  symbol: 'ETH',
  decimals: 18,
}

/** An element of `manualRoutes` as deployments send it (wire shapes 3). */
export const manualRoute = {
  quoteId: 'dbea14bb-d693-4fcb-8c8b-5c124258a96b',
  quoteExpiry: 1745927101,
  output: signQuote.autoRoute.output,
  affiliateFee: null,
  approvalData: null,
  gasFee: {
    gasToken: eth,
    gasLimit: '567600',
    gasPrice: '10000000',
    estimatedFee: '5676000000000',
    feeInUsd: 0.009,
  },
  slippage: 0.5,
  suggestedClientSlippage: 0.5,
  estimatedTime: 60,
  routeDetails: {
    name: 'Across',
    logoURI: 'https://logos.example/across.png',
    routeFee: { token: usdcArbitrum, amount: '2585', feeInUsd: 0.002584, priceInUsd: 1 },
    dexDetails: null,
  },
  refuel: null,
}

/** `deposit` of the newer flow, with the transaction that is never read. */
export const deposit = {
  requestHash: `0x${'d0'.repeat(32)}`,
  userOp: 'transfer',
  expiry: 1771335259,
  refundAddress: user,
  totalFeeBps: '5',
  depositData: {
    address: '0xD000000000000000000000000000000000000001',
    token: usdcArbitrum.address,
    amount: '10000000',
    chainId: 42161,
  },
  txData: { to: usdcArbitrum.address, data: '0xa9059cbb', value: '0' },
}

/** `depositRoute` of the older flow. */
export const depositRoute = {
  depositAddress: '0xD000000000000000000000000000000000000002',
  quoteId: `0x${'AB'.repeat(32)}`,
  userOp: 'tx',
  totalFeeBps: 3.5,
}

export const refuel = {
  input: { token: usdcArbitrum, amount: '1000000' },
  output: { token: { ...usdcBase, ...eth, chainId: 8453 }, amount: '400000000000000' },
}

/** `txData` of a service for Solana. */
export const solanaTransaction = {
  data: {
    instructions: [
      { programId: '1111', keys: [{ pubkey: '2222', isSigner: true, isWritable: true }], data: 'AA==' },
    ],
    lookupTables: ['3333'],
    signers: [[1, 2]],
  },
}
