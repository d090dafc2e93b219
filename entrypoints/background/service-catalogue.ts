import { type Clock, minuteMs } from '../../lib/base/time.ts'
import type { Deployment } from '../../lib/deployment/deployment.ts'
import { wait } from '../../lib/platform/wait.ts'
import type { OpenViews } from '../../lib/rpc/rpc-server.ts'
import type { Client } from '../../lib/service/client.ts'
import type { Database } from '../../lib/storage/database.ts'
import { createLists } from '../../lib/tokens/cached-list.ts'
import { type Catalogue, createCatalogue } from '../../lib/tokens/catalogue.ts'

interface CataloguePorts {
  readonly deployment: Deployment
  readonly service: Pick<Client, 'chains' | 'tokens'>
  readonly database: () => Promise<Database>
  readonly clock: Clock
  readonly views: Pick<OpenViews, 'push'>
  readonly failed: (thrown: unknown) => void
}

/** Returns the service's chains and tokens, kept and read anew at leisure. */
export function serviceCatalogue(ports: CataloguePorts): Catalogue {
  const { deployment, service, database, clock, views, failed } = ports
  return createCatalogue({
    clock,
    lists: createLists(database),
    deployment,
    readChains: () => service.chains(),
    readTokens: (chainIds, list) => service.tokens({ chainIds, list }),
    // A third of what the service allows, at most.
    rest: () => wait((3 * minuteMs) / deployment.service.requestsPerMinute),
    renewed: () => views.push({ kind: 'catalogue' }),
    failed,
  })
}
