import type { QuoteRequest } from '../../../lib/service/quote-request.ts'

export const user = '0x3e8cb566d30a9d4b0b0ea10a4f4eca1f1b8e0f62'
export const usdcArbitrum = {
  chainId: 42161,
  address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  logoURI: 'https://logos.example/usdc.png',
  icon: 'https://logos.example/usdc.png',
}
export const usdcBase = {
  ...usdcArbitrum,
  chainId: 8453,
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
}
export const requestHash = `0x${'b3f6'.repeat(16)}`

export const request: QuoteRequest = {
  originChainId: 42161,
  destinationChainId: 8453,
  inputToken: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  inputAmount: '10000000',
  outputToken: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  userAddress: user,
  receiverAddress: null,
  slippagePercent: '0.5',
}

const values = {
  permitted: { token: usdcArbitrum.address, amount: '10000000' },
  spender: '0x6dde000000000000000000000000000000000001',
  nonce: '1774896693',
  deadline: 1774897293,
  witness: {
    basicReq: { originChainId: 42161, destinationChainId: 8453, deadline: 1774897293, nonce: '1774896693' },
    metadata: `0x68b79aeab92d6307${'0'.repeat(48)}`,
    affiliateFees: '0x',
  },
}

/** A signed cross-chain quote as deployments send it (wire shapes 3 and 4). */
export const signQuote = {
  originChainId: 42161,
  destinationChainId: 8453,
  userAddress: '0x3E8cB566d30A9d4B0B0eA10a4f4eCA1f1b8E0f62',
  receiverAddress: user,
  input: { token: usdcArbitrum, amount: '10000000', priceInUsd: 0.999205, valueInUsd: 9.99205 },
  destinationExec: null,
  autoRoute: {
    userOp: 'sign',
    requestHash,
    requestType: 'SINGLE_OUTPUT_REQUEST',
    output: {
      token: usdcBase,
      amount: '9988676',
      effectiveAmount: '9955638',
      minAmountOut: '9905859',
      priceInUsd: 1,
      valueInUsd: 9.988676,
      effectiveValueInUsd: 9.955638,
      effectiveReceivedInUsd: 9.988676,
    },
    approvalData: {
      spenderAddress: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      amount: '10000000',
      tokenAddress: usdcArbitrum.address,
      userAddress: user,
    },
    affiliateFee: { token: usdcArbitrum, amount: '2585', feeTakerAddress: user },
    signTypedData: {
      domain: {
        name: 'Permit2',
        chainId: 42161,
        verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      },
      types: {
        PermitWitnessTransferFrom: [{ name: 'permitted', type: 'TokenPermissions' }],
        TokenPermissions: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      values,
    },
    gasFee: null,
    slippage: 0.5,
    suggestedClientSlippage: 0.5,
    txData: null,
    estimatedTime: 12,
    routeDetails: {
      name: 'Exchange Protocol',
      logoURI: '',
      routeFee: { token: usdcArbitrum, amount: '2585', feeInUsd: 0.002584, priceInUsd: 1 },
      dexDetails: {
        protocol: { name: 'openocean', displayName: 'OpenOcean', icon: 'https://a.example/o.png' },
        amountOut: '36583133',
        minAmountOut: '36400217',
        inputTokenAddress: usdcArbitrum.address,
        outputTokenAddress: usdcBase.address,
        slippage: 0.5,
      },
    },
    refuel: null,
    quoteId: '68b79aeab92d6307',
    quoteExpiry: 1774896753,
    routeTags: ['MAX_OUTPUT', 'SUGGESTED'],
  },
  autoRoutes: [],
  manualRoutes: [],
  depositRoute: null,
}

/** A native quote, whose route is sent as a transaction. */
export const txQuote = {
  ...signQuote,
  autoRoute: {
    ...signQuote.autoRoute,
    userOp: 'tx',
    approvalData: null,
    signTypedData: null,
    gasFee: {
      gasToken: {
        ...usdcArbitrum,
        address: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        symbol: 'ETH',
        decimals: 18,
      },
      gasLimit: '567600',
      gasPrice: '10000000',
      estimatedFee: '5676000000000',
      feeInUsd: '0.009',
    },
    txData: {
      to: '0xABcd000000000000000000000000000000000001',
      data: '0x4cdfec6e00',
      value: '0x0de0b6b3a7640000',
      chainId: 42161,
    },
  },
}
