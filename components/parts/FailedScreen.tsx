import { useSignal } from '@preact/signals'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import { Button } from './Button.tsx'
import { Lazy, type LoadedView } from './Lazy.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { ScreenHeader } from './ScreenHeader.tsx'
import { t } from './text.ts'

/** In place of a screen that could not be loaded. `load` tries it again. */
export function FailedScreen({
  problem,
  onBack,
  load,
}: {
  problem: ProblemData
  onBack: () => void
  load: () => Promise<LoadedView>
}) {
  const isRetried = useSignal(false)
  if (isRetried.value) return <Lazy load={load} placeholder={<div class="screen" />} />
  return (
    <div class="screen">
      <ScreenHeader title={t('name')} onBack={onBack} />
      <main class="scroll">
        <ProblemNotice problem={problem} omitsMoney />
      </main>
      <footer class="foot-bar">
        <Button
          look="primary"
          testId="load-again"
          onPress={() => {
            isRetried.value = true
          }}
        >
          {t('tryAgain')}
        </Button>
      </footer>
    </div>
  )
}
