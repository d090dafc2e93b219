import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Site } from '../../lib/base/url.ts'
import type { ProposalModel } from '../../lib/models/proposal-model.ts'
import type { ProposalView } from '../../lib/sites/site-messages.ts'
import { Button } from '../parts/Button.tsx'
import { CheckRow } from '../parts/CheckRow.tsx'
import { Icon } from '../parts/Icon.tsx'
import { slot, TextWithSlot } from '../parts/IdFact.tsx'
import { LabelledSection } from '../parts/LabelledSection.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import { NameMark } from '../parts/WalletMark.tsx'

/** Asks once per site whether it may propose swaps and see its own proposals. */
export function SiteQuestion({ model, proposal }: { model: ProposalModel; proposal: ProposalView }) {
  const problem = model.problem.value
  const isForGood = useSignal(false)
  return (
    <>
      <main class="scroll" data-testid="site-permission">
        <p class="line loose tone-strong site-asks">
          {/* The first letter of its name: a site's own icon could imitate another site. */}
          <NameMark
            name={(proposal.site.unicode ?? proposal.site.origin).replace(/^https?:\/\/(www\.)?/, '')}
            icon="site"
          />
          <span>
            <TextWithSlot text={t('siteWants', { site: slot })}>
              <SiteOrigin site={proposal.site} />
            </TextWithSlot>
            <ReadableName site={proposal.site} isOwnLine />
          </span>
        </p>
        <LabelledSection
          id="site-may"
          title={t('siteMayLabel', { site: new URL(proposal.site.origin).host })}
        >
          <ul class="checks">
            <li>
              <Icon name="flip" />
              <span>{t('siteMayPropose')}</span>
            </li>
            <li>
              <Icon name="person" />
              <span>{t('siteMaySee')}</span>
            </li>
            <li>
              <Icon name="lock" />
              <span>{t('siteMayNot')}</span>
            </li>
          </ul>
        </LabelledSection>
        {model.count.value > 1 && <p class="faint">{t('proposalCount', { count: model.count.value })}</p>}
      </main>
      <footer class="foot-bar">
        {problem !== null && <ProblemNotice problem={problem} omitsMoney />}
        <CooldownButton model={model} variant="primary" testid="site-allow-once" onPress={model.allowOnce}>
          {t('siteAllowOnce')}
        </CooldownButton>
        <div class="buttons">
          <CooldownButton model={model} variant="secondary" testid="site-allow" onPress={model.allow}>
            {t('siteAllow')}
          </CooldownButton>
          <Button
            look="secondary"
            testId="proposal-refuse"
            isDisabled={model.isBusy.value}
            onPress={() => (isForGood.value ? model.never() : model.refuse())}
          >
            {t('siteRefuse')}
          </Button>
        </div>
        <div class="end">
          <CheckRow
            label={t('siteNever')}
            isOn={isForGood.value}
            testid="site-never"
            onChange={(isOn) => {
              isForGood.value = isOn
            }}
          />
        </div>
      </footer>
    </>
  )
}

/** A button that ignores clicks until its cooldown has passed (M4), and fills up meanwhile. */
function CooldownButton({
  model,
  variant,
  testid,
  onPress,
  children,
}: {
  model: ProposalModel
  variant: 'primary' | 'secondary'
  testid: string
  onPress: () => Promise<void>
  children: ComponentChildren
}) {
  const isCoolingDown = !model.isCooldownOver.value
  return (
    <Button
      look={`${variant} resting`}
      testId={testid}
      isDisabled={model.isBusy.value || isCoolingDown}
      onPress={onPress}
    >
      {isCoolingDown && <span key={model.cooldownCount.value} class="filling" aria-hidden="true" />}
      <span>{children}</span>
    </Button>
  )
}

/** Shows a site by its origin, and in readable form if that differs (M7). */
export function SiteName({ site }: { site: Site }) {
  return (
    <span class="breaks">
      <SiteOrigin site={site} /> <ReadableName site={site} />
    </span>
  )
}

function SiteOrigin({ site }: { site: Site }) {
  return (
    <b>
      <code>{site.origin}</code>
    </b>
  )
}

function ReadableName({ site, isOwnLine = false }: { site: Site; isOwnLine?: boolean }) {
  if (site.unicode === null) return null
  return (
    <>
      {isOwnLine && <br />}
      <span class="faint breaks">
        <bdi>{t('siteWrittenAs', { name: site.unicode })}</bdi>
      </span>
    </>
  )
}
