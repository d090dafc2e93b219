import type { Client } from '../../lib/api/client.ts'
import { type Clock, minuteMs } from '../../lib/base/time.ts'
import type { OpenViews } from '../../lib/message/view-desk-line.ts'
import { wait } from '../../lib/platform/wait.ts'
import { type Catalogue, createCatalogue } from '../../lib/store/catalogue.ts'
import type { Database } from '../../lib/store/database.ts'
import { createLists } from '../../lib/store/lists.ts'
import type { Deployment } from '../../lib/swap/deployment.ts'

interface CataloguePorts {
  readonly deployment: Deployment
  readonly service: Pick<Client, 'chains' | 'tokens'>
  readonly database: () => Promise<Database>
  readonly clock: Clock
  readonly views: Pick<OpenViews, 'push'>
  readonly failed: (thrown: unknown) => void
}

/** The service's chains and tokens, kept and read anew at leisure. */
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
