import type { RequestType, TypeMap } from '../../../lib/deployment/schema.ts'

const address = (name: string) => ({ name, type: 'address' })
const uint = (name: string) => ({ name, type: 'uint256' })
const bytes = (name: string) => ({ name, type: 'bytes' })

const permit = {
  PermitWitnessTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    address('spender'),
    uint('nonce'),
    uint('deadline'),
    { name: 'witness', type: 'Request' },
  ],
  TokenPermissions: [address('token'), uint('amount')],
}
const metadata = { name: 'metadata', type: 'bytes32' }
const requestTail = [
  metadata,
  bytes('affiliateFees'),
  uint('minDestGas'),
  bytes('destinationPayload'),
  address('exclusiveTransmitter'),
]

/** The two type sets of interface 2 and wire shapes 4, written a second time. */
export const pinnedTypes: { readonly [kind in RequestType]: TypeMap } = {
  SINGLE_OUTPUT_REQUEST: {
    ...permit,
    Request: [
      { name: 'basicReq', type: 'BasicRequest' },
      address('swapOutputToken'),
      uint('minSwapOutput'),
      ...requestTail,
    ],
    BasicRequest: [
      uint('originChainId'),
      uint('destinationChainId'),
      uint('deadline'),
      uint('nonce'),
      address('sender'),
      address('receiver'),
      address('delegate'),
      address('exchangeGateway'),
      { name: 'switchboardId', type: 'uint32' },
      address('inputToken'),
      uint('inputAmount'),
      address('outputToken'),
      uint('minOutputAmount'),
      uint('refuelAmount'),
    ],
  },
  SWAP_REQUEST: {
    ...permit,
    Request: [{ name: 'basicReq', type: 'BasicRequest' }, ...requestTail],
    BasicRequest: [
      uint('chainId'),
      uint('deadline'),
      uint('nonce'),
      address('sender'),
      address('receiver'),
      address('exchangeGateway'),
      address('inputToken'),
      uint('inputAmount'),
      address('outputToken'),
      uint('minOutputAmount'),
    ],
  },
}
