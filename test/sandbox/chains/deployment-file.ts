import { getAddress } from 'viem'
import type { Address } from '../../../lib/base/hex.ts'
import type { Deployment, PriceFeed } from '../../../lib/deployment/schema.ts'
import { sandboxAffiliate } from '../service/affiliates.ts'
import { feedDecimals } from './chain-book.ts'
import type { SandboxChain } from './ledger.ts'
import { plannedChains } from './planned-chain.ts'
import type { SandboxPorts } from './ports.ts'
import { requestTypesIn } from './request-types.ts'

/** The account of quotes without a wallet: anvil's last. */
const sandboxIndicative: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

export function deploymentFor(
  ports: SandboxPorts,
  chains: readonly SandboxChain[] = plannedChains(ports),
  word = 'exchange',
): Deployment {
  const pagesUrl = `http://127.0.0.1:${ports.pages}`
  return {
    schema: 1,
    name: 'Local sandbox',
    service: {
      baseUrl: `http://127.0.0.1:${ports.service}`,
      kind: 'sandbox',
      requestsPerMinute: 100,
      affiliate: sandboxAffiliate,
      indicativeAddress: sandboxIndicative,
      ...(word === 'exchange' ? {} : { word }),
    },
    walletPage: `${pagesUrl}/wallet`,
    supportUrl: `${pagesUrl}/support`,
    logoHosts: [`127.0.0.1:${ports.service}`],
    loopbackWallets: ['ws://127.0.0.1:1248'],
    walletExtensions: [
      {
        name: 'MetaMask',
        chromeIds: [
          'nkbihfbeogaeaoehlefnkodbefgpgknn',
          'pbbkamfgmaedccnfkmjcofcecjhfgldn',
          'ljfoeinjpaedjfecbmggjgodbgkmjkjk',
          'ejbalbakoplchlghecdalmeeeajnimhm',
        ],
        firefoxIds: [
          'webextension@metamask.io',
          'webextension-beta@metamask.io',
          'webextension-flask@metamask.io',
        ],
        install: 'https://metamask.io/download',
      },
    ],
    fee: null,
    ...namesOf(chains),
    permitMaxLifeSeconds: 900,
    types: requestTypesIn(word),
    chains: chains.map((chain, index) => ({
      chainId: chain.chainId,
      name: chain.name,
      currency: { name: chain.currency.name, symbol: chain.currency.symbol },
      rpcUrls: [chain.rpcUrl, `http://127.0.0.1:${ports.secondRpc[index]}`],
      explorerUrl: `${pagesUrl}/explorer/${chain.chainId}`,
      confirmations: 1,
      permit2: chain.permit2,
      gateways: [chain.gateway],
      inboxes: [chain.inbox],
      evidenceContracts: [chain.refunder],
      switchboardIds: [1],
      manualTargets: [chain.manualTarget],
      manualSpenders: [chain.manualSpender],
      nativeFeeMaxUnits: '20000000000000000',
      multicall3: chain.multicall3,
      wrappedNative: chain.wrappedNative,
      verifiedTokens: chain.tokens
        .filter((token) => token.kind !== 'native')
        .map(({ address, symbol, name, decimals, priceFeed }) => ({
          ...{ address, symbol, name, decimals },
          ...(priceFeed === null ? {} : { priceFeed: feedAt(priceFeed) }),
        })),
      ...currencyFeed(chain),
    })),
  }
}

/** The first chain has the resolver of names, as Ethereum has it among the real ones. */
function namesOf([first]: readonly SandboxChain[]): Pick<Deployment, 'names'> {
  return first === undefined
    ? {}
    : { names: { chainId: first.chainId, universalResolver: first.universalResolver } }
}

/** The longest time between two updates of a sandbox feed. */
const heartbeatSeconds = 3_600

function feedAt(address: Address): PriceFeed {
  return { address, decimals: feedDecimals, heartbeatSeconds }
}

function currencyFeed({ tokens }: SandboxChain): { readonly currencyPriceFeed?: PriceFeed } {
  const feed = tokens.find(({ kind }) => kind === 'native')?.priceFeed ?? null
  return feed === null ? {} : { currencyPriceFeed: feedAt(feed) }
}

/** The text of a deployment file, with checksummed addresses. */
export function deploymentText(deployment: object): string {
  const text = JSON.stringify(deployment, null, 2)
  return `${text.replaceAll(/"(0x[0-9a-f]{40})"/g, (_, address: string) => `"${getAddress(address)}"`)}\n`
}
