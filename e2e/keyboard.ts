import { expect, type Locator, type Page } from '@playwright/test';

/** Goes by Tab to what has a role and a name, as somebody without a mouse does, and gives up after a full round. */
export class Keyboard {
  readonly #window: Page;

  constructor(window: Page) {
    this.#window = window;
  }

  async goTo(
    role: Parameters<Page['getByRole']>[0],
    name: string | RegExp,
    within: Page | Locator = this.#window,
  ): Promise<void> {
    const exact = typeof name === 'string';
    const targets = within.getByRole(role, { name, exact });
    await expect(targets.first()).toBeAttached();
    for (let presses = 0; presses < 80; presses += 1) {
      const isThere = await targets.evaluateAll((elements) =>
        elements.some(
          (element) =>
            element === document.activeElement ||
            element.id === document.activeElement?.getAttribute('aria-activedescendant'),
        ),
      );
      if (isThere) return;
      await this.#window.keyboard.press('Tab');
    }
    throw new Error(`No way by Tab to the ${role} “${name}”`);
  }

  async pressOn(role: 'button' | 'link', name: string | RegExp, within?: Locator): Promise<void> {
    await this.goTo(role, name, within);
    await this.#window.keyboard.press('Enter');
  }

  /** Chooses one of several in the group that the next Tab leads to, by its arrows. */
  async choose(name: string | RegExp): Promise<void> {
    const radio = this.#window.getByRole('radio', { name, exact: true });
    const group = this.#window.getByRole('radiogroup').filter({ has: radio });
    for (let presses = 0; !(await holdsFocus(group)); presses += 1) {
      expect(presses, `Tabs on the way to the radio “${name}”`).toBeLessThan(80);
      await this.#window.keyboard.press('Tab');
    }
    await this.#window.keyboard.press('Space');
    for (let presses = 0; !(await radio.isChecked()); presses += 1) {
      expect(presses, `arrows on the way to the radio “${name}”`).toBeLessThan(20);
      await this.#window.keyboard.press('ArrowDown');
    }
  }

  /** Opens a menu or a list by its button, and takes what begins so. */
  async pick(button: string | RegExp, item: { readonly role: 'menuitem' | 'option'; readonly name: RegExp }) {
    await this.goTo('button', button);
    await this.#window.keyboard.press('Enter');
    const wanted = this.#window.getByRole(item.role, { name: item.name });
    await expect(wanted).toBeVisible();
    for (let presses = 0; !(await holdsFocus(wanted)); presses += 1) {
      expect(presses, `arrows on the way to “${item.name}”`).toBeLessThan(30);
      await this.#window.keyboard.press('ArrowDown');
    }
    await this.#window.keyboard.press('Enter');
    await expect(wanted).toBeHidden();
  }

  async typeInto(role: 'textbox' | 'combobox', name: string, text: string): Promise<void> {
    await this.goTo(role, name);
    await this.#window.keyboard.type(text);
  }
}

async function holdsFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((elements) =>
    elements.some((element) => element.contains(document.activeElement)),
  );
}
