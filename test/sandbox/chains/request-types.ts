type Members = readonly { readonly name: string; readonly type: string }[]

type TypeName = 'PermitWitnessTransferFrom' | 'TokenPermissions' | 'Request' | 'BasicRequest'

type Types = { readonly [typeName in TypeName]: Members }

export interface RequestTypes {
  readonly SINGLE_OUTPUT_REQUEST: Types
  readonly SWAP_REQUEST: Types
}

/** Members as EIP-712 writes them. */
function members(text: string): Members {
  return text.split(',').map((member) => {
    const [type = '', name = ''] = member.trim().split(' ')
    return { name, type }
  })
}

const permit = {
  PermitWitnessTransferFrom: members(`TokenPermissions permitted, address spender, uint256 nonce,
    uint256 deadline, Request witness`),
  TokenPermissions: members('address token, uint256 amount'),
}
const sharedMembers = `bytes32 metadata, bytes affiliateFees, uint256 minDestGas, bytes destinationPayload,
  address exclusiveTransmitter`

/**
 * The ordered EIP-712 members of both kinds of request (interface 2, signTypedData, and its same-chain sibling).
 * The deployment file pins exactly these.
 */
export const requestTypes: RequestTypes = {
  SINGLE_OUTPUT_REQUEST: {
    ...permit,
    Request: members(
      `BasicRequest basicReq, address swapOutputToken, uint256 minSwapOutput, ${sharedMembers}`,
    ),
    BasicRequest: members(`uint256 originChainId, uint256 destinationChainId, uint256 deadline, uint256 nonce,
      address sender, address receiver, address delegate, address exchangeGateway, uint32 switchboardId,
      address inputToken, uint256 inputAmount, address outputToken, uint256 minOutputAmount,
      uint256 refuelAmount`),
  },
  SWAP_REQUEST: {
    ...permit,
    Request: members(`BasicRequest basicReq, ${sharedMembers}`),
    BasicRequest: members(`uint256 chainId, uint256 deadline, uint256 nonce, address sender, address receiver,
      address exchangeGateway, address inputToken, uint256 inputAmount, address outputToken,
      uint256 minOutputAmount`),
  },
}

/** The same types for a service of another name, which is part of the gateway member's name. */
export function requestTypesIn(word: string): RequestTypes {
  const named = JSON.stringify(requestTypes).replaceAll('"exchangeGateway"', `"${word}Gateway"`)
  return JSON.parse(named) as RequestTypes
}

export const primaryType = 'PermitWitnessTransferFrom'
