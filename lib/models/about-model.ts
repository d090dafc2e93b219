import { signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { VersionView } from '../rpc/app-messages.ts'
import type { ViewPorts } from './view-ports.ts'

export type AboutModel = ReturnType<typeof createAboutModel>

/** Models what became of updates; null while it is read. */
export function createAboutModel({ client }: Pick<ViewPorts, 'client'>) {
  const updates = signal<VersionView | null>(null)
  const problem = signal<ProblemData | null>(null)
  client.send('version', null).then(
    (read) => {
      updates.value = read
    },
    (thrown) => {
      problem.value = problemData(thrown)
    },
  )
  return { updates, problem }
}
