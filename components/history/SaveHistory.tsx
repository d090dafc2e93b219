import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { ExportPiece } from '../../lib/history/history-messages.ts'
import { createSingleAction } from '../../lib/models/user-actions.ts'
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
  const isSaved = useSignal(false)
  const { act, busy, problem } = useMemo(() => createSingleAction<'save'>(), [])
  const save = (format: 'csv' | 'json') =>
    act('save', async () => {
      isSaved.value = false
      const parts: string[] = []
      let after: string | null = null
      do {
        const next: ExportPiece = await piece(format, after)
        parts.push(next.text)
        after = next.next
      } while (after !== null)
      saveFile(`ferry-history.${format}`, types[format], parts)
      isSaved.value = true
    })
  return (
    <>
      <p class="faint">{t(isPart ? 'savePart' : 'saveAll')}</p>
      <div class="buttons">
        {formats.map((format) => (
          <Button
            key={format}
            look="secondary"
            testId={`save-${format}`}
            isBusy={busy.value !== null}
            onPress={() => save(format)}
          >
            {t(`save_${format}`)}
          </Button>
        ))}
      </div>
      <p class="faint" role="status">
        {isSaved.value && t('saved')}
      </p>
      {problem.value !== null && <ProblemNotice problem={problem.value} isQuiet />}
    </>
  )
}
