/** The most steps that a plan may have. */
export const mostSteps = 10_000;
