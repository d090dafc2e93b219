import { afterEach, expect, it, vi } from 'vitest'
import { keepMovedPresses } from '../../../../components/parts/moved-press.ts'

afterEach(() => {
  document.body.replaceChildren()
})

/** A form with two buttons, and the list of clicked ones. */
function showForm() {
  document.body.innerHTML =
    '<form><button type="button" id="connect"></button><button type="button" id="other"></button></form>'
  const form = document.querySelector('form') as HTMLElement
  keepMovedPresses(form)
  const clicked: string[] = []
  const find = (id: string) => document.getElementById(id) as HTMLButtonElement
  for (const id of ['connect', 'other']) find(id).addEventListener('click', () => clicked.push(id))
  const onForm = vi.fn()
  form.addEventListener('click', ({ target }) => target === form && onForm())
  return {
    form,
    clicked,
    find,
    onForm,
    /** Moves every control, as a part that loads above them. */
    move: () => {
      for (const id of ['connect', 'other'])
        find(id).getBoundingClientRect = () => new DOMRect(0, 40, 100, 40)
    },
    press: (element: Element, x = 50, y = 500) =>
      element.dispatchEvent(
        new PointerEvent('pointerdown', { bubbles: true, isPrimary: true, clientX: x, clientY: y }),
      ),
    release: (element: Element, x = 50, y = 500, detail = 1) =>
      element.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, detail, clientX: x, clientY: y }),
      ),
  }
}

it('clicks the button on which the press began, though it moved away', () => {
  const { clicked, find, form, onForm, press, move, release } = showForm()
  press(find('connect'))
  move()
  release(form, 52, 499)
  expect(clicked).toEqual(['connect'])
  expect(onForm).not.toHaveBeenCalled()
})

it('never clicks what moved below the pointer', () => {
  const { clicked, find, press, move, release } = showForm()
  press(find('connect'))
  move()
  release(find('other'))
  expect(clicked).toEqual(['connect'])
})

it('clicks once what stayed in its place', () => {
  const { clicked, find, press, release } = showForm()
  press(find('connect'))
  release(find('connect'))
  expect(clicked).toEqual(['connect'])
})

it('lets the person cancel a press by moving the pointer away', () => {
  const { clicked, find, form, onForm, press, move, release } = showForm()
  press(find('connect'))
  move()
  release(form, 50, 530)
  expect(clicked).toEqual([])
  expect(onForm).toHaveBeenCalledOnce()
})

it('leaves a press that slides off a control in its place', () => {
  const { clicked, find, form, onForm, press, release } = showForm()
  press(find('connect'))
  release(form, 50, 506)
  expect(clicked).toEqual([])
  expect(onForm).toHaveBeenCalledOnce()
})

it('clicks nothing that is disabled or gone when the press ends', () => {
  const { clicked, find, form, press, move, release } = showForm()
  press(find('connect'))
  move()
  find('connect').disabled = true
  release(form)
  press(find('other'))
  find('other').remove()
  release(form)
  expect(clicked).toEqual([])
})

it('leaves clicks by keys and scripts, and later clicks elsewhere, as they are', () => {
  const { clicked, find, form, press, release } = showForm()
  press(find('connect'))
  release(find('other'), 0, 0, 0)
  expect(clicked).toEqual(['other'])
  release(form)
  expect(clicked).toEqual(['other'])
})
