"""Files and folders of rulebooks, and the ones that come with Rulewright."""
