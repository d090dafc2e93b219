/**
 * The ordered EIP-712 members of both kinds of request (interface 2, signTypedData, and its same-chain sibling).
 * The deployment file pins exactly these.
 */
export const requestTypes = {
  SINGLE_OUTPUT_REQUEST: {
    PermitWitnessTransferFrom: [
      { name: 'permitted', type: 'TokenPermissions' },
      { name: 'spender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
      { name: 'witness', type: 'Request' },
    ],
    TokenPermissions: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    Request: [
      { name: 'basicReq', type: 'BasicRequest' },
      { name: 'swapOutputToken', type: 'address' },
      { name: 'minSwapOutput', type: 'uint256' },
      { name: 'metadata', type: 'bytes32' },
      { name: 'affiliateFees', type: 'bytes' },
      { name: 'minDestGas', type: 'uint256' },
      { name: 'destinationPayload', type: 'bytes' },
      { name: 'exclusiveTransmitter', type: 'address' },
    ],
    BasicRequest: [
      { name: 'originChainId', type: 'uint256' },
      { name: 'destinationChainId', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'sender', type: 'address' },
      { name: 'receiver', type: 'address' },
      { name: 'delegate', type: 'address' },
      { name: 'exchangeGateway', type: 'address' },
      { name: 'switchboardId', type: 'uint32' },
      { name: 'inputToken', type: 'address' },
      { name: 'inputAmount', type: 'uint256' },
      { name: 'outputToken', type: 'address' },
      { name: 'minOutputAmount', type: 'uint256' },
      { name: 'refuelAmount', type: 'uint256' },
    ],
  },
  SWAP_REQUEST: {
    PermitWitnessTransferFrom: [
      { name: 'permitted', type: 'TokenPermissions' },
      { name: 'spender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
      { name: 'witness', type: 'Request' },
    ],
    TokenPermissions: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    Request: [
      { name: 'basicReq', type: 'BasicRequest' },
      { name: 'metadata', type: 'bytes32' },
      { name: 'affiliateFees', type: 'bytes' },
      { name: 'minDestGas', type: 'uint256' },
      { name: 'destinationPayload', type: 'bytes' },
      { name: 'exclusiveTransmitter', type: 'address' },
    ],
    BasicRequest: [
      { name: 'chainId', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'sender', type: 'address' },
      { name: 'receiver', type: 'address' },
      { name: 'exchangeGateway', type: 'address' },
      { name: 'inputToken', type: 'address' },
      { name: 'inputAmount', type: 'uint256' },
      { name: 'outputToken', type: 'address' },
      { name: 'minOutputAmount', type: 'uint256' },
    ],
  },
} as const

export type RequestTypes = {
  readonly [kind in keyof typeof requestTypes]: {
    readonly [typeName: string]: readonly { readonly name: string; readonly type: string }[]
  }
}

/** The same types for a service of another name, which is part of the gateway member's name. */
export function requestTypesIn(word: string): RequestTypes {
  const named = JSON.stringify(requestTypes).replaceAll('"exchangeGateway"', `"${word}Gateway"`)
  return JSON.parse(named) as RequestTypes
}

export const primaryType = 'PermitWitnessTransferFrom'
