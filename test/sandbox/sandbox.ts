import type { Deployment } from '../../lib/deployment/schema.ts'
import { deploymentFor } from './chains/deployment-file.ts'
import type { Ledger } from './chains/ledger.ts'
import { portsFor, requireFreePorts, type SandboxPorts } from './chains/ports.ts'
import { startChains } from './chains/start-chains.ts'
import { startPages } from './pages/pages-server.ts'
import { type Control, controlOf } from './service/control-client.ts'
import type { ListedToken } from './service/listed-token.ts'
import { startService } from './service/service.ts'

export interface Sandbox {
  readonly ports: SandboxPorts
  /** The service's URL. */
  readonly baseUrl: string
  readonly pagesUrl: string
  readonly ledger: Ledger
  readonly deployment: Deployment
  readonly control: Control
  stop(): Promise<void>
}

export interface SandboxOptions {
  /** The first of its ports; the agreed ports if absent. */
  readonly base?: number | undefined
  /** Origins that may POST from the start. */
  readonly origins?: readonly string[]
  /** The number of made-up tokens per far chain; a few dozen if absent. */
  readonly inventedTokens?: number
  /** Tokens that only the full lists contain; none if absent. */
  readonly alsoListed?: readonly ListedToken[]
  /** The service's own name in paths, fields and types; `exchange` if absent. */
  readonly word?: string | undefined
}

/** Starts a whole sandbox. If a port is in use it throws a one-line error and leaves nothing running. */
export async function startSandbox({
  base,
  origins = [],
  inventedTokens,
  alsoListed,
  word,
}: SandboxOptions = {}): Promise<Sandbox> {
  const ports = portsFor(base)
  await requireFreePorts({ 'the service': ports.service, 'the pages': ports.pages })
  const started: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop()
  }
  try {
    const ledger = await startChains({ base, word })
    started.push(ledger)
    const service = await startService({
      port: ports.service,
      ledger,
      origins,
      ...(inventedTokens === undefined ? {} : { inventedTokens }),
      ...(alsoListed === undefined ? {} : { alsoListed }),
    })
    started.push(service)
    const { baseUrl } = service
    started.push(await startPages({ port: ports.pages, serviceUrl: baseUrl, chains: ledger.chains }))
    return {
      ports,
      baseUrl,
      pagesUrl: `http://127.0.0.1:${ports.pages}`,
      ledger,
      deployment: deploymentFor(ports, ledger.chains, ledger.word),
      control: controlOf(baseUrl),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
