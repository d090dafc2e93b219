import { signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { SitesView } from '../sites/site-messages.ts'
import type { ViewPorts } from './view-ports.ts'

export type SitesModel = ReturnType<typeof createSitesModel>

/** Models which sites Ferry talks to, and which may propose swaps; each change is kept at once. */
export function createSitesModel({ client }: Pick<ViewPorts, 'client'>) {
  const sites = signal<SitesView | null>(null)
  const problem = signal<ProblemData | null>(null)
  const typed = signal('')

  /** True when it was done. */
  async function take(answer: Promise<SitesView>): Promise<boolean> {
    try {
      sites.value = await answer
      problem.value = null
      return true
    } catch (thrown) {
      problem.value = problemData(thrown)
      return false
    }
  }
  const load = () => take(client.send('sites', null))
  void load()

  return {
    sites,
    problem,
    load,
    /** The site being typed; it stays when it is no site. */
    typed,
    choose: (kind: 'all' | 'listed') => take(client.send('chooseSites', { kind })),
    async add(): Promise<void> {
      if (await take(client.send('addSite', { text: typed.value.trim() }))) typed.value = ''
    },
    remove: (origin: string) => take(client.send('removeSite', { origin })),
    unrefuse: (origin: string) => take(client.send('unrefuseSite', { origin })),
    revoke: (origin: string) => take(client.send('revokeSite', { origin })),
  }
}
