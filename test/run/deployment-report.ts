import { toChecksumAddress } from '../../lib/base/ethereum.ts'
import { minSources } from '../../lib/chain/evidence.ts'
import { networkOrigins, reportingContracts } from '../../lib/deployment/deployment.ts'
import { isLocalSandbox } from '../../lib/deployment/faults.ts'
import type { Deployment, DeploymentChain } from '../../lib/deployment/schema.ts'

/** Without `pages` content scripts run on every page: the browsers' warnings in their own words. */
const installWarnings = [
  'Chrome: "Read and change all your data on all websites", "Display notifications"',
  'Firefox: "Access your data for all websites", "Display notifications to you", "Store unlimited amount of client-side data"; collects: financial and payment information (sent to the service)',
]

/** What people sign, approve and pay, the hosts that Ferry talks to, and points to consider. */
export function createDeploymentReport(path: string, deployment: Deployment): string {
  const { name, service, fee, chains, pages = 'all' } = deployment
  const hosts = pages === 'all' ? null : pages
  return [
    `${path}: "${name}", ${service.kind} at ${service.baseUrl}`,
    ...(service.word === undefined
      ? []
      : [`the service's own name: ${service.word}, as in /api/v1/${service.word}/quote`]),
    service.origin === undefined
      ? "requests to the service bear: the extension's own origin (POST), none (GET)"
      : `requests to the service bear: ${service.origin}, which has to be a site of yours`,
    fee === null
      ? 'fee: none'
      : `fee: ${fee.feeBps} basis points to ${toChecksumAddress(fee.feeTakerAddress)}`,
    `affiliate id: ${service.affiliate ?? 'none'}`,
    service.indicativeAddress === undefined
      ? 'quotes without a wallet: none'
      : `quotes without a wallet: for ${toChecksumAddress(service.indicativeAddress)}`,
    ...chains.flatMap(chainLines),
    `hosts: ${networkOrigins(deployment).join(' ')}`,
    ...(deployment.loopbackWallets.length === 0
      ? []
      : [`asked for later: ${deployment.loopbackWallets.join(' ')}`]),
    `pages that can use Ferry: ${hosts?.join(' ') ?? 'any with https, and http on this machine'}`,
    ...(hosts === null
      ? installWarnings.map((warning) => `at installation, ${warning}`)
      : ['at installation, the browsers name these pages and hosts instead of all websites']),
    ...deploymentWarnings(deployment).map((warning) => `warning: ${warning}`),
  ].join('\n')
}

function chainLines(chain: DeploymentChain): readonly string[] {
  const { gateways, inboxes, manualTargets, manualSpenders = [], evidenceContracts = [] } = chain
  const retired = [...(chain.retiredGateways ?? []), ...(chain.retiredInboxes ?? [])]
  const { switchboardIds, rpcUrls, wrappedNative } = chain
  const endpoints = rpcUrls.length === 1 ? '1 endpoint' : `${rpcUrls.length} endpoints`
  const title = `${titleOf(chain)}: ${endpoints}`
  if (isUnused(chain)) return [`${title}, neither signs nor sends`]
  const list = (addresses: DeploymentChain['gateways']) =>
    addresses.length === 0 ? 'none' : addresses.map(toChecksumAddress).join(' ')
  const spenders = [chain.permit2, ...inboxes, ...manualTargets, ...manualSpenders]
  return [
    title,
    `  approved to spend tokens: ${list(spenders)}`,
    `  named in signatures as spender: ${list(gateways)}`,
    `  paid, inboxes: ${list(inboxes)}`,
    `  wraps the coin: ${wrappedNative === undefined ? 'not known' : toChecksumAddress(wrappedNative)}`,
    `  paid, manual targets: ${list(manualTargets)}, at most ${chain.nativeFeeMaxUnits} units of the coin on top`,
    `  believed about deliveries and refunds: ${list([...gateways, ...inboxes, ...evidenceContracts])}`,
    `  retired, for withdrawals, cancellations and evidence of earlier swaps only: ${list(retired)}`,
    `  switchboards: ${switchboardIds?.join(' ') ?? 'any, and the person is asked each time'}`,
    `  prices read from the chain: ${symbolsWithFeed(chain).join(' ') || 'none, so losses go by the service'}`,
  ]
}

function symbolsWithFeed({
  currency,
  currencyPriceFeed,
  verifiedTokens,
}: DeploymentChain): readonly string[] {
  const coin = currencyPriceFeed === undefined ? [] : [currency?.symbol ?? 'its coin']
  const tokens = verifiedTokens.filter(({ priceFeed }) => priceFeed !== undefined)
  return [...coin, ...tokens.map(({ symbol }) => symbol)]
}

/** The names of the chains whose endpoints all share one host and port: nothing can be verified there. */
export function findSingleHostChains({ chains }: Pick<Deployment, 'chains'>): readonly string[] {
  const isAlone = (rpcUrls: readonly string[]) =>
    new Set(rpcUrls.map((url) => new URL(url).host)).size < minSources
  return chains.filter(({ rpcUrls }) => isAlone(rpcUrls)).map(titleOf)
}

/** What an operator should consider before shipping the file. */
export function deploymentWarnings(deployment: Deployment): readonly string[] {
  const { chains, firefoxId, service } = deployment
  const open = chains.filter((chain) => !isUnused(chain) && chain.switchboardIds === undefined)
  const unwrapped = chains.filter(({ inboxes, wrappedNative }) => inboxes.length > 0 && !wrappedNative)
  const silent = chains.filter((chain) => reportingContracts(chain).length === 0)
  return [
    ...findSingleHostChains(deployment).map((title) => `one endpoint, so nothing is ever proven on ${title}`),
    ...silent.map(
      (chain) =>
        `${titleOf(chain)} lists neither gateway nor evidence contract: no delivery of a request is ever proven there, only reported`,
    ),
    ...open.map((chain) => `${titleOf(chain)} pins no switchboardIds: each cross-chain swap asks about it`),
    ...unwrapped.map(
      (chain) =>
        `${titleOf(chain)} names no wrappedNative: swaps of its coin through an inbox that wraps it are refused`,
    ),
    ...(service.kind === 'relay' && service.origin !== undefined
      ? ['a relay puts its own origin on what it repeats: service.origin tells it nothing it should trust']
      : []),
    ...(firefoxId === undefined && !isLocalSandbox(service)
      ? ['no firefoxId: a package for Firefox is not built without one']
      : []),
  ]
}

function isUnused({ gateways, inboxes, manualTargets }: DeploymentChain): boolean {
  return gateways.length + inboxes.length + manualTargets.length === 0
}

function titleOf({ name, chainId }: DeploymentChain): string {
  return `${name} (${chainId})`
}
