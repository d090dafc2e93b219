import { type Address, erc20Abi, type Hex, zeroAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { accounts } from './chain-book.ts'
import { chainClient } from './chain-client.ts'
import type { Ledger, RequestKind, RequestStruct, SandboxChain, SandboxToken } from './ledger.ts'
import { primaryType, requestTypes } from './request-types.ts'

/** The person's key: anvil's first account. */
export const person = mnemonicToAccount('test test test test test test test test test test test junk')

export interface RequestParts {
  readonly kind: RequestKind
  readonly origin: SandboxChain
  readonly inputToken: Address
  readonly inputUnits: bigint
  readonly nonce: number
  readonly deadlineSeconds: number
  readonly sender?: Address
}

export function requestOf(wanted: RequestParts): RequestStruct {
  const { kind, origin, inputToken, inputUnits, nonce, deadlineSeconds, sender = accounts.person } = wanted
  const shared = {
    nonce: `${nonce}`,
    sender,
    receiver: accounts.person,
    exchangeGateway: origin.gateway,
    inputToken,
    inputAmount: `${inputUnits}`,
    outputToken: tokenOf(origin, 'DAI').address,
    minOutputAmount: '1',
  }
  const tail = {
    metadata: `0x${'68b79aeab92d6307'.padEnd(64, '0')}`,
    affiliateFees: '0x',
    minDestGas: '0',
    destinationPayload: '0x',
    exclusiveTransmitter: zeroAddress,
  }
  if (kind === 'SWAP_REQUEST') {
    return { basicReq: { chainId: origin.chainId, deadline: `${deadlineSeconds}`, ...shared }, ...tail }
  }
  const acrossChains = {
    originChainId: origin.chainId,
    destinationChainId: 31338,
    deadline: deadlineSeconds,
    delegate: accounts.person,
    switchboardId: 1,
    refuelAmount: '0',
  }
  return {
    basicReq: { ...acrossChains, ...shared },
    swapOutputToken: shared.outputToken,
    minSwapOutput: '1',
    ...tail,
  }
}

export function signRequest(wanted: RequestParts, struct: RequestStruct): Promise<Hex> {
  const { kind, origin, inputToken, inputUnits, nonce, deadlineSeconds } = wanted
  const types: { [typeName: string]: readonly { name: string; type: string }[] } = requestTypes[kind]
  return person.signTypedData({
    domain: { name: 'Permit2', chainId: origin.chainId, verifyingContract: origin.permit2 },
    types,
    primaryType,
    message: {
      permitted: { token: inputToken, amount: `${inputUnits}` },
      spender: origin.gateway,
      nonce: `${nonce}`,
      deadline: deadlineSeconds,
      witness: struct,
    },
  })
}

export function chainOf(ledger: Ledger, name: string): SandboxChain {
  const chain = ledger.chains.find((one) => one.name === name)
  if (chain === undefined) throw new Error(`no chain ${name}`)
  return chain
}

export function tokenOf(chain: SandboxChain, symbol: string): SandboxToken {
  const token = chain.tokens.find((one) => one.symbol === symbol)
  if (token === undefined) throw new Error(`no token ${symbol} on ${chain.name}`)
  return token
}

/** Approves a spender as the person, and waits until it is mined; throws the token's reason. */
export async function approve(
  chain: SandboxChain,
  token: Address,
  spender: Address,
  units: bigint,
): Promise<void> {
  const client = chainClient(chain.rpcUrl)
  // An ABI without the result works for every token.
  const abi = erc20Abi.map((part) =>
    'name' in part && part.name === 'approve' ? { ...part, outputs: [] } : part,
  )
  const args = [spender, units]
  await client.call({ from: accounts.person, to: token, abi, functionName: 'approve', args })
}

export async function unitsOf(
  ledger: Ledger,
  chain: SandboxChain,
  token: Address,
  account: Address = accounts.person,
): Promise<bigint> {
  return BigInt((await ledger.balances(account))[`${chain.chainId}`]?.[token] ?? '-1')
}
