import { useSignal } from '@preact/signals'
import { toProblemData } from '../../lib/base/problem.ts'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { ExportPiece } from '../../lib/history/history-messages.ts'
import { saveFile } from '../parts/AccessNotice.tsx'
import { Button } from '../parts/Button.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'

const formats = ['csv', 'json'] as const
const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const

export function SaveHistory({
  piece,
  isPart,
}: {
  piece: (format: 'csv' | 'json', after: string | null) => Promise<ExportPiece>
  /** A filter is set, so the file holds only some swaps. The text must say so. */
  isPart: boolean
}) {
  const state = useSignal<'idle' | 'busy' | 'done'>('idle')
  const problem = useSignal<ProblemData | null>(null)
  async function save(format: 'csv' | 'json') {
    state.value = 'busy'
    problem.value = null
    try {
      const parts: string[] = []
      let after: string | null = null
      do {
        const next: ExportPiece = await piece(format, after)
        parts.push(next.text)
        after = next.next
      } while (after !== null)
      saveFile(`ferry-history.${format}`, types[format], parts)
      state.value = 'done'
    } catch (thrown) {
      problem.value = toProblemData(thrown)
      state.value = 'idle'
    }
  }
  return (
    <>
      <p class="faint">{t(isPart ? 'savePart' : 'saveAll')}</p>
      <div class="buttons">
        {formats.map((format) => (
          <Button
            key={format}
            look="secondary"
            testId={`save-${format}`}
            isBusy={state.value === 'busy'}
            onPress={() => save(format)}
          >
            {t(`save_${format}`)}
          </Button>
        ))}
      </div>
      <p class="faint" role="status">
        {state.value === 'done' && t('saved')}
      </p>
      {problem.value !== null && <ProblemNotice problem={problem.value} isQuiet />}
    </>
  )
}
