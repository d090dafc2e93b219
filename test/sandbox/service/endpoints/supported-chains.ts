import type { SandboxChain } from '../../chains/ledger.ts'
import { type Reply, success } from '../envelope.ts'
import type { FarChain } from '../far-chains.ts'
import { nativeAddress } from '../listed-token.ts'
import type { ServiceParts } from '../service-parts.ts'
import { bridges, dexes } from '../venues.ts'
import { wireAddress } from '../wire-token.ts'

/** GET supported-chains (interface 4.1): the live chains first, then the far ones. */
export function supportedChains(parts: ServiceParts): Reply {
  return success([
    ...parts.catalogue.live.map((chain) => row(parts, liveRow(chain), true)),
    ...parts.catalogue.far.map((chain) => row(parts, chain, false)),
  ])
}

function liveRow({ chainId, name, currency }: SandboxChain): FarChain {
  const { name: currencyName, symbol, decimals } = currency
  return {
    chainId,
    name,
    currency: currencyName,
    symbol,
    decimals,
    form: 'evm',
    priceInUsd: null,
    sending: true,
  }
}

function row({ baseUrl, serviceSettings }: ServiceParts, chain: FarChain, isLive: boolean) {
  const isEvm = chain.form === 'evm'
  // Manual routes pay on the simulated far chains, and deposits begin there.
  const isServed = isLive || chain.priceInUsd !== null
  const icon = `${baseUrl}/logos/chain/${chain.chainId}.png`
  const plain = {
    chainId: chain.chainId,
    name: chain.name,
    icon,
    currency: {
      address: chain.coin ?? wireAddress(nativeAddress, serviceSettings.shape),
      name: chain.currency,
      symbol: chain.symbol,
      decimals: chain.decimals,
      icon: `${baseUrl}/logos/${chain.chainId}/${nativeAddress}.png`,
      minNativeCurrencyForGas: String(10n ** BigInt(chain.decimals - 3)),
    },
    // The explorer is never opened. It only has to be linked.
    explorers: isLive ? [] : [`https://explorer.example/${chain.chainId}`],
    sendingEnabled: chain.sending,
    receivingEnabled: true,
    isAutoEnabled: isEvm,
    isManualEnabled: isServed,
    isDepositEnabled: isServed,
    dexes: isEvm ? dexes.map(({ id }) => id) : [],
    bridges: isEvm || isServed ? bridges.map(({ id }) => id) : [],
  }
  if (serviceSettings.shape === 'interface') return plain
  const refuel = { sendingEnabled: isLive, receivingEnabled: isLive }
  return { ...plain, isL1: chain.chainId === 1, refuel, rpcs: [] }
}
