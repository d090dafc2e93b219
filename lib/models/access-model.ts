import { computed, signal } from '@preact/signals'
import type { StartModel } from './start-model.ts'
import type { ViewPorts } from './view-ports.ts'

export type AccessModel = ReturnType<typeof createAccessModel>

/**
 * Creates the model of the hosts the person has taken back in the browser's settings, and how to ask for them again.
 */
export function createAccessModel({ askHosts, start }: Pick<ViewPorts, 'askHosts'> & { start: StartModel }) {
  const missing = computed(() => {
    const problem = start.problem.value
    // A first start without hosts has nothing to show but this.
    if (problem?.code === 'hostsNotAllowed') return (problem.facts.hosts ?? '').split(' ')
    return start.view.value?.missingHosts ?? []
  })
  const isRefused = signal(false)
  return {
    missing,
    isRefused,
    /** Has to be called from a press: the browser asks for nothing without one. The answer comes as a push. */
    async allow(): Promise<void> {
      isRefused.value = false
      isRefused.value = !(await askHosts(missing.value))
    },
  }
}
