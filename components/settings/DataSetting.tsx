import type { WipeModel } from '../../lib/models/settings-models.ts'
import { SaveHistory } from '../history/SaveHistory.tsx'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { TypedWord } from '../parts/TypedWord.tsx'
import { t } from '../parts/text.ts'

export function DataSetting({ model }: { model: WipeModel }) {
  const step = model.step.value
  return (
    <>
      <section class="card stack" aria-labelledby="export-label">
        <h2 id="export-label">{t('save')}</h2>
        <SaveHistory piece={model.exportPiece} isPart={false} />
      </section>
      <section class="card stack" aria-labelledby="wipe-label">
        <h2 id="wipe-label">{t('wipe')}</h2>
        {step === 'closed' && <p class="faint">{t('wipeWhy')}</p>}
        {model.problem.value !== null && <ProblemNotice problem={model.problem.value} omitsMoney />}
        {step === 'closed' && (
          <Button look="secondary" testId="wipe" onPress={model.open}>
            {t('wipe')}
          </Button>
        )}
        {step === 'confirming' && (
          <>
            <Notice tone="warning" role="alert" text={t('wipeAsk')} />
            <Buttons
              model={model}
              confirmText={t('wipeDo')}
              testid="wipe-do"
              onConfirm={() => void model.wipe()}
            />
          </>
        )}
        {step === 'left' && <UnfinishedSwaps model={model} />}
        {step === 'done' && (
          <p class="hint good" role="status" data-testid="wipe-done">
            {t('wipeDone')}
          </p>
        )}
      </section>
    </>
  )
}

/** The second confirmation: these swaps still involve money, and only Ferry tracks them. */
function UnfinishedSwaps({ model }: { model: WipeModel }) {
  const { left, isWordTyped } = model
  return (
    <>
      <Notice tone="warning" role="alert" data-testid="wipe-left">
        <p>{t('wipeLeft', { count: left.value })}</p>
        <p>{t('wipeSaveFirst')}</p>
      </Notice>
      <TypedWord
        typed={model.typedWord}
        label={t('wipeTypeWord', { word: t('wipeWord') })}
        testId="wipe-word"
      />
      <Buttons
        model={model}
        confirmText={t('wipeRest')}
        testid="wipe-rest"
        isClockOff={!isWordTyped.value}
        onConfirm={() => void model.wipeRest()}
      />
    </>
  )
}

function Buttons({
  model,
  confirmText,
  testid,
  isClockOff = false,
  onConfirm,
}: {
  model: WipeModel
  confirmText: string
  testid: string
  isClockOff?: boolean
  onConfirm: () => void
}) {
  const isBusy = model.isBusy.value
  return (
    <div class="buttons">
      <Button
        look="secondary danger"
        testId={testid}
        isDisabled={isClockOff}
        isBusy={isBusy}
        onPress={onConfirm}
      >
        {confirmText}
      </Button>
      <Button look="secondary" testId="wipe-not" isDisabled={isBusy} onPress={model.close}>
        {t('wipeNot')}
      </Button>
    </div>
  )
}
