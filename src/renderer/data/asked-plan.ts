import { create } from 'zustand';

/** The plan that a person wants to see, since they pressed the notice of its end; null once it shows. */
export const useAskedPlan = create<{ readonly id: string | null }>()(() => ({ id: null }));
