import { privateKeyToAccount } from 'viem/accounts'
import { type Address, nativeAddress } from '../../lib/base/hex.ts'
import { type DeploymentChain, decodeDeployment } from '../../lib/deployment/schema.ts'
import type { Token } from '../../lib/service/token.ts'
import type { Account, WalletRef } from '../../lib/wallet/port.ts'

import deploymentFile from '../../public/deployment.json' with { type: 'json' }

export const deployment = decodeDeployment(deploymentFile)

function chainNamed(name: string): DeploymentChain {
  const found = deployment.chains.find((chain) => chain.name === name)
  if (found === undefined) throw new Error(`no chain ${name}`)
  return found
}

export const harbour = chainNamed('Harbour')
export const island = chainNamed('Island')

/** A verified token of a chain by its symbol; `native` is the chain's own currency. */
export function tokenOf(chain: DeploymentChain, symbol: string): Token & { readonly address: Address } {
  const verified = chain.verifiedTokens.find((token) => token.symbol === symbol)
  if (symbol !== 'native' && verified === undefined) throw new Error(`no ${symbol} on ${chain.name}`)
  const words = verified ?? chain.currency
  return {
    chainId: chain.chainId,
    address: verified?.address ?? nativeAddress,
    name: words?.name ?? symbol,
    symbol: words?.symbol ?? symbol,
    decimals: verified?.decimals ?? 18,
    logoURI: null,
    isVerified: true,
  }
}

const packed = structuredClone(deployment)

/** The gateways and inboxes that are on a chain: those of the packed file stay there when a test's file lists others. */
export function contractsOn(chainId: number): {
  readonly gateways: readonly Address[]
  readonly inboxes: readonly Address[]
} {
  const files = [packed, deployment].flatMap(({ chains }) => chains.filter((one) => one.chainId === chainId))
  return {
    gateways: files.flatMap(({ gateways }) => gateways),
    inboxes: files.flatMap(({ inboxes }) => inboxes),
  }
}

/** The person's key and another one: well-known keys of test chains. */
export const person = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
export const stranger = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)

export const user = person.address.toLowerCase() as Address

export const account: Account & { readonly wallet: WalletRef } = {
  address: user,
  chainId: harbour.chainId,
  wallet: {
    connector: 'page',
    id: 'io.test',
    name: 'Test wallet',
    origin: 'http://127.0.0.1',
    iconUrl: null,
  },
}

/** The same account at an extension's own connector. */
export const extensionAccount: typeof account = {
  ...account,
  wallet: { ...account.wallet, connector: 'extension', id: 'nkbihfbeogaeaoehlefnkodbefgpgknn' },
}

/** A transaction of the account that only uses its nonce. */
export const ownCall = { chainId: harbour.chainId, from: user, to: user, data: '0x', value: 0n } as const

/** One unit of Harbour's native currency worth 2,000 dollars: an approval then costs 0.16 dollars at 1 gwei. */
export const nativeHolding = {
  chainId: harbour.chainId,
  address: nativeAddress,
  balance: '1000000000000000000',
  balanceInUsd: '2000',
}

export function gatewayOf(chain: DeploymentChain): Address {
  return chain.gateways[0] ?? nativeAddress
}

export function inboxOf(chain: DeploymentChain): Address {
  return chain.inboxes[0] ?? nativeAddress
}

export function chainById(chainId: number): DeploymentChain {
  const found = deployment.chains.find((chain) => chain.chainId === chainId)
  if (found === undefined) throw new Error(`no chain ${chainId}`)
  return found
}

export function tokenAt(chainId: number, address: string): Token {
  const chain = chainById(chainId)
  const verified = chain.verifiedTokens.find((token) => token.address === address)
  return tokenOf(chain, verified?.symbol ?? 'native')
}
